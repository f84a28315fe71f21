import { useQuery } from '@tanstack/react-query';
import type { StaffView } from '../../shared/model/index.ts';
import { useConversation } from '../conversation/useConversation.ts';
import { displayName } from '../words/displayName.ts';
import { ChoiceField } from './fields.tsx';

interface StaffFieldProps {
  label: string;
  value: string | null;
  onChange: (value: string | null) => void;
  fault?: string | null;
  hint?: string;
  first?: boolean;
  /** What choosing nobody is called. */
  none?: string;
}

/** Everyone of the firm; null until it is known. */
export function useStaff(): readonly StaffView[] | null {
  const { queries } = useConversation();
  return useQuery(queries.engine.records.staff.queryOptions()).data?.rows ?? null;
}

/** One of the firm's staff: who left is not offered, and shown where they are chosen already. */
export function StaffField({ value, onChange, none = 'Nobody', ...field }: StaffFieldProps) {
  const staff = useStaff() ?? [];
  const offered = staff.filter(({ id, former }) => !former || id === value);
  const isUnknown = value !== null && !offered.some(({ id }) => id === value);
  return (
    <ChoiceField
      {...field}
      value={value ?? ''}
      onChange={(id) => onChange(id === '' ? null : id)}
      choices={[
        { value: '', label: none },
        ...(isUnknown ? [{ value, label: displayName(value) }] : []),
        ...offered.map(({ id, name, former }) => ({
          value: id,
          label: former ? `${displayName(name)} (left the firm)` : displayName(name),
        })),
      ]}
    />
  );
}
