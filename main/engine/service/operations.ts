/**
 * Every operation of the spec (spec: Endpoints), the one list that the client, the contract tests and
 * docs/interface.md are held against. The id is also the client's function: `matters.list` is `client.matters.list`.
 */
export const operations = [
  { id: 'matterTypes.list', method: 'GET', path: '/mattertypes', section: 'Matter types' },
  { id: 'matterTypes.read', method: 'GET', path: '/mattertypes/{id}', section: 'Matter types' },
  { id: 'contacts.create', method: 'POST', path: '/contacts', section: 'Contacts and staff' },
  { id: 'staff.list', method: 'GET', path: '/staff', section: 'Contacts and staff' },
  { id: 'matters.create', method: 'POST', path: '/matters', section: 'Matters' },
  { id: 'matters.read', method: 'GET', path: '/matters/{matterId}', section: 'Matters' },
  { id: 'matters.list', method: 'GET', path: '/matters', section: 'Matters' },
  { id: 'matters.patch', method: 'PATCH', path: '/matters/{matterId}', section: 'Matters' },
  {
    id: 'billingConfiguration.read',
    method: 'GET',
    path: '/matters/{matterId}/billingconfiguration',
    section: 'Billing configuration',
  },
  {
    id: 'relationships.put',
    method: 'PUT',
    path: '/matters/{matterId}/roles/{roleId}/relationships/{id}',
    section: 'Relationships',
  },
  { id: 'layouts.list', method: 'GET', path: '/layouts', section: 'Layouts' },
  {
    id: 'layouts.contacts',
    method: 'GET',
    path: '/matters/{matterId}/layouts/{itemId}/contacts',
    section: 'Layouts',
  },
  { id: 'activityCodes.list', method: 'GET', path: '/activitycodes', section: 'Activity codes' },
  { id: 'activityCodes.put', method: 'PUT', path: '/activitycodes/{id}', section: 'Activity codes' },
  { id: 'stageSets.read', method: 'GET', path: '/stagesets/{id}', section: 'Stage sets' },
  {
    id: 'documents.putFile',
    method: 'PUT',
    path: '/matters/{matterId}/documents/files/{fileId}',
    section: 'Documents',
  },
  { id: 'documents.putContent', method: 'PUT', path: '{uploadUrl}', section: 'Documents' },
  {
    id: 'history.read',
    method: 'GET',
    path: '/matters/{matterId}/documents/folders/{folderId}/history',
    section: 'Documents',
  },
  {
    id: 'portalTasks.create',
    method: 'POST',
    path: '/matters/{matterId}/portal/tasks',
    section: 'Portal tasks',
  },
  {
    id: 'portalTasks.patch',
    method: 'PATCH',
    path: '/matters/{matterId}/portal/tasks/{taskId}',
    section: 'Portal tasks',
  },
  { id: 'plugins.put', method: 'PUT', path: '/plugins/{pluginId}', section: 'Plugins' },
  { id: 'webhooks.create', method: 'POST', path: '/webhooks', section: 'Webhook subscriptions' },
] as const;

/** What is tried beyond the spec, and what a service without it answers to by 404. */
export const beyondSpec = [
  { id: 'contacts.list', method: 'GET', path: '/contacts', section: 'Contacts and staff' },
  { id: 'contacts.read', method: 'GET', path: '/contacts/{id}', section: 'Contacts and staff' },
  {
    id: 'history.ofFile',
    method: 'GET',
    path: '/matters/{matterId}/documents/files/{fileId}/history',
    section: 'Documents',
  },
  {
    id: 'documents.listFiles',
    method: 'GET',
    path: '/matters/{matterId}/documents/files',
    section: 'Documents',
  },
  {
    id: 'documents.readFile',
    method: 'GET',
    path: '/matters/{matterId}/documents/files/{fileId}',
    section: 'Documents',
  },
  {
    id: 'documents.createFile',
    method: 'POST',
    path: '/matters/{matterId}/documents/files',
    section: 'Documents',
  },
  {
    id: 'documents.patchFile',
    method: 'PATCH',
    path: '/matters/{matterId}/documents/files/{fileId}',
    section: 'Documents',
  },
  {
    id: 'documents.deleteFile',
    method: 'DELETE',
    path: '/matters/{matterId}/documents/files/{fileId}',
    section: 'Documents',
  },
  {
    id: 'documents.download',
    method: 'GET',
    path: '/matters/{matterId}/documents/files/{fileId}/download',
    section: 'Documents',
  },
  { id: 'documents.getContent', method: 'GET', path: '{downloadUrl}', section: 'Documents' },
  { id: 'folders.list', method: 'GET', path: '/matters/{matterId}/documents/folders', section: 'Folders' },
  {
    id: 'folders.read',
    method: 'GET',
    path: '/matters/{matterId}/documents/folders/{folderId}',
    section: 'Folders',
  },
  {
    id: 'folders.path',
    method: 'GET',
    path: '/matters/{matterId}/documents/folders/{folderId}/path',
    section: 'Folders',
  },
  { id: 'folders.create', method: 'POST', path: '/matters/{matterId}/documents/folders', section: 'Folders' },
  {
    id: 'folders.put',
    method: 'PUT',
    path: '/matters/{matterId}/documents/folders/{folderId}',
    section: 'Folders',
  },
  {
    id: 'folders.patch',
    method: 'PATCH',
    path: '/matters/{matterId}/documents/folders/{folderId}',
    section: 'Folders',
  },
  {
    id: 'folders.delete',
    method: 'DELETE',
    path: '/matters/{matterId}/documents/folders/{folderId}',
    section: 'Folders',
  },
  { id: 'search.files', method: 'POST', path: '/search/files', section: 'Search, lists' },
  { id: 'referralTypes.list', method: 'GET', path: '/referraltypes', section: 'Search, lists' },
  { id: 'stageSets.list', method: 'GET', path: '/stagesets', section: 'Search, lists' },
  { id: 'stages.ofMatter', method: 'GET', path: '/matters/{matterId}/stages', section: 'Search, lists' },
  { id: 'webhooks.list', method: 'GET', path: '/webhooks', section: 'Search, lists' },
  { id: 'webhooks.types', method: 'GET', path: '/webhooks/types', section: 'Search, lists' },
  { id: 'webhooks.delete', method: 'DELETE', path: '/webhooks/{id}', section: 'Search, lists' },
] as const;

/** The operations of the sign-in server (spec: Authentication), which main calls. */
export const signInOperations = [
  { id: 'signIn.authorize', method: 'GET', path: '{auth_url}/oauth2/authorize', section: 'Authentication' },
  { id: 'signIn.exchange', method: 'POST', path: '{auth_url}/oauth2/token', section: 'Authentication' },
  { id: 'signIn.refresh', method: 'POST', path: '{auth_url}/oauth2/token', section: 'Authentication' },
] as const;

export type SignInOperationId = (typeof signInOperations)[number]['id'];

export type Operation = (typeof operations)[number];
export type OperationId = Operation['id'];
export type BeyondSpecId = (typeof beyondSpec)[number]['id'];
type AnyOperation = Operation | (typeof beyondSpec)[number];
/** An operation of the spec, or one that is tried beyond it. */
export type CalledId = AnyOperation['id'];
type OperationWith<Id extends CalledId> = Extract<AnyOperation, { id: Id }>;

/** The names in braces of an operation's path. */
type PathNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathNames<Rest>
  : never;
export type PathIds<Id extends CalledId> = Readonly<Record<PathNames<OperationWith<Id>['path']>, string>>;

const byId: ReadonlyMap<string, AnyOperation> = new Map(
  [...operations, ...beyondSpec].map((operation) => [operation.id, operation]),
);

export function operationOf(id: CalledId): AnyOperation {
  const operation = byId.get(id);
  if (!operation) throw new Error(`unknown operation ${id}`);
  return operation;
}
