import { CheckField } from './fields.tsx';

interface WholeListCheckProps {
  /** The list takes the place of one that the service does not show. */
  isUnread: boolean;
  confirmed: boolean;
  onConfirm: (confirmed: boolean) => void;
  fault: string | null;
}

/** Asks whether a list is whole, where nobody can see what it takes the place of. */
export function WholeListCheck({ isUnread, confirmed, onConfirm, fault }: WholeListCheckProps) {
  if (!isUnread) return null;
  return (
    <CheckField
      label="These are all of them"
      hint="The service does not show who is there now. Whoever is not named here is taken out."
      value={confirmed}
      onChange={onConfirm}
      fault={fault}
    />
  );
}
