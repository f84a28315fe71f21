/** spec: Relationships, body of PUT /matters/{matterId}/roles/{roleId}/relationships/{id}. */
export interface Relationship {
  readonly name?: string | undefined;
  readonly displayName?: string | undefined;
  readonly contactId?: string | undefined;
  readonly representativeIds?: readonly string[] | undefined;
  readonly isMatterItemRequired?: boolean | undefined;
}
