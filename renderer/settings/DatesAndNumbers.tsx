import { Field, Select } from '@fluentui/react-components';
import { useAct } from '../frame/notices.tsx';
import { usePrefer, usePreferences } from '../preferences/usePreferences.ts';
import { numberWords } from '../words/formats.ts';
import { exactTime } from '../words/time.ts';

const choices = [
  { tag: 'en-GB', name: 'English (United Kingdom)' },
  { tag: 'en-US', name: 'English (United States)' },
  { tag: 'en-AU', name: 'English (Australia)' },
  { tag: 'en-CA', name: 'English (Canada)' },
  { tag: 'en-IE', name: 'English (Ireland)' },
  { tag: 'en-NZ', name: 'English (New Zealand)' },
  { tag: 'en-ZA', name: 'English (South Africa)' },
  { tag: 'de-DE', name: 'Deutsch' },
  { tag: 'es-ES', name: 'Español' },
  { tag: 'fr-FR', name: 'Français' },
  { tag: 'nl-NL', name: 'Nederlands' },
] as const;

/** An afternoon in a month, and a number with everything, to show what is chosen. */
const example = { at: '2026-03-05T14:05:09', number: 12_345.6 };

/** How dates and numbers are written; the words around them are English. */
export function DatesAndNumbers() {
  const preferences = usePreferences();
  const prefer = usePrefer();
  const act = useAct();
  if (!preferences) return null;
  return (
    <Field
      label="Format"
      hint={`${exactTime(example.at)}; ${numberWords(example.number, 1)}. The words of Matterline itself are in English.`}
    >
      <Select
        value={preferences.formats ?? ''}
        onChange={(_event, { value }) => act(() => prefer({ formats: value === '' ? null : value }))}
      >
        <option value="">Use system setting</option>
        {choices.map(({ tag, name }) => (
          <option key={tag} value={tag} lang={tag}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  );
}
