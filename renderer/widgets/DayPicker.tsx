import { DatePicker } from '@fluentui/react-datepicker-compat';
import { dayOf, readDay, typedDay } from '../words/days.ts';
import { longDate } from '../words/time.ts';

interface DayPickerProps {
  /** Stands in the empty field and names it, where no label around it does. */
  label?: string;
  /** As `2026-03-02`; empty for none. */
  value: string;
  /** Called with another day, or with an empty text once it is taken out. */
  onDay: (day: string) => void;
  /** Called with true for what cannot be read as a day, which leaves the field as it was. */
  onUnreadable?: (unreadable: boolean) => void;
  className?: string;
  size?: 'small' | 'medium';
}

/** A day out of a calendar, or typed, written as dates are everywhere in the window. */
export function DayPicker({
  label,
  value,
  onDay,
  className,
  size = 'medium',
  onUnreadable,
  ...field
}: DayPickerProps) {
  return (
    <DatePicker
      {...field}
      size={size}
      className={className}
      {...(label !== undefined && { 'aria-label': label, placeholder: label })}
      // By itself it is named by an input that a field around it calls otherwise.
      contentAfter={{ 'aria-label': 'Calendar', 'aria-labelledby': undefined }}
      allowTextInput
      // Monday: the package exports no name for it.
      // oxlint-disable-next-line typescript/no-unsafe-enum-assignment
      firstDayOfWeek={1}
      value={readDay(value)}
      formatDate={(date) => (date ? longDate(date.toISOString()) : '')}
      parseDateFromString={(text) => typedDay(text)}
      onValidationResult={({ error }) => onUnreadable?.(error === 'invalid-input')}
      onSelectDate={(date) => {
        const day = date ? dayOf(date) : '';
        if (day !== value) onDay(day);
      }}
    />
  );
}
