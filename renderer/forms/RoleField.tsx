import { useQuery } from '@tanstack/react-query';
import { useConversation } from '../conversation/useConversation.ts';
import { displayName } from '../words/displayName.ts';
import { ChoiceField, TextField } from './fields.tsx';

interface RoleFieldProps {
  typeId: string;
  value: string | null;
  onChange: (role: string | null) => void;
  none: string;
  required?: boolean;
  fault?: string | null;
}

/** A role out of those that the matter type has for a client; typed where it has none. */
export function RoleField({ typeId, value, onChange, none, ...field }: RoleFieldProps) {
  const { queries } = useConversation();
  const { data } = useQuery(
    queries.engine.records.matterType.queryOptions({ input: { id: typeId }, enabled: typeId !== '' }),
  );
  const roles = data?.matterType?.representativeOptions ?? [];
  if (roles.length === 0) {
    return (
      <TextField
        {...field}
        label="Role of the client"
        value={value ?? ''}
        onChange={(role) => onChange(role || null)}
      />
    );
  }
  const offered = value === null || roles.includes(value) ? roles : [value, ...roles];
  return (
    <ChoiceField
      {...field}
      label="Role of the client"
      value={value ?? ''}
      onChange={(role) => onChange(role || null)}
      choices={[
        { value: '', label: none },
        ...offered.map((role) => ({ value: role, label: displayName(role) })),
      ]}
    />
  );
}
