import type { MatterChanges, MatterRecord, MatterStatus } from '../../shared/model/index.ts';

type Of = Pick<MatterRecord, 'isLead' | 'fields'>;

const steps: readonly { readonly status: MatterStatus; readonly label: string }[] = [
  { status: 'Closed', label: 'Close' },
  { status: 'Open', label: 'Reopen' },
  { status: 'Pending', label: 'Set to pending' },
  { status: 'Cancelled', label: 'Cancel' },
];

/** What may become of a matter in this status; of any, where there are several. */
export const stepsFrom = (status: string | null | undefined) =>
  steps.filter((step) => step.status !== status);

/** What is chosen before anybody chose: to close it, where that is anything. */
export function startOf(changes: MatterChanges, record: Of): MatterChanges {
  if (changes.status || record.fields.status === 'Closed') return changes;
  return { ...changes, ...statusChange(record, 'Closed') };
}

/** A status with its date: today at an end, none any more where the matter is open again. */
export function statusChange(record: Of, status: MatterStatus): MatterChanges {
  const date = dateOf(record);
  if (isEnd(status)) return { status, [date]: today() };
  return hasDate(record) ? { status, [date]: null } : { status };
}

/** What was chosen for several matters, in the fields of one of them. */
export function statusOfEach(record: Of, { status, ...chosen }: MatterChanges): MatterChanges {
  if (!status) return {};
  if (!isEnd(status)) return statusChange(record, status);
  const { closedDate, leadClosedDate, leadClosedReason } = chosen;
  const ended = { status, [dateOf(record)]: closedDate ?? leadClosedDate ?? null };
  return record.isLead && leadClosedReason !== undefined ? { ...ended, leadClosedReason } : ended;
}

const dateOf = ({ isLead }: Of) => (isLead ? 'leadClosedDate' : 'closedDate');
const isEnd = (status: MatterStatus): boolean => status === 'Closed' || status === 'Cancelled';

/** Whether it has, or may have, a closing date: the service may not show one. */
function hasDate(record: Of): boolean {
  const { fields } = record;
  const date = dateOf(record);
  if (date in fields) return Boolean(fields[date]);
  return !fields.status || isEnd(fields.status);
}

/** The day on which it is done here, as a date of the calendar. */
function today(): string {
  const now = new Date();
  const two = (value: number) => String(value).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
