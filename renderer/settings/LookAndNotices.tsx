import { Checkbox, Field, Radio, RadioGroup } from '@fluentui/react-components';
import { useAct } from '../frame/notices.tsx';
import { usePrefer, usePreferences } from '../preferences/usePreferences.ts';

const themes = [
  { value: 'system', label: 'Use system setting' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

/** How the window looks, and whether the system tells of problems while it is out of sight. */
export function LookAndNotices() {
  const preferences = usePreferences();
  const prefer = usePrefer();
  const act = useAct();
  if (!preferences) return null;
  return (
    <>
      <Field label="Theme" hint="High contrast always follows the system.">
        <RadioGroup
          layout="horizontal"
          value={preferences.theme}
          onChange={(_event, { value }) => {
            const theme = themes.find((one) => one.value === value)?.value;
            if (theme) act(() => prefer({ theme }));
          }}
        >
          {themes.map(({ value, label }) => (
            <Radio key={value} value={value} label={label} />
          ))}
        </RadioGroup>
      </Field>
      <Checkbox
        label="Notify me of new problems while the window is not in view"
        checked={preferences.notifications}
        onChange={(_event, { checked }) => act(() => prefer({ notifications: checked === true }))}
      />
    </>
  );
}
