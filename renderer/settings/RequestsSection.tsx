import { Button, Checkbox, Field, Input, makeStyles, Select, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { type RequestSettings, regionSchema } from '../../shared/model/requests.ts';
import { useRequestSettings } from '../forms/useRequestSettings.ts';

const useStyles = makeStyles({
  field: { width: '100%' },
  row: { display: 'flex', gap: '8px', alignItems: 'center', minWidth: 0 },
  input: { flexGrow: 1, minWidth: 0 },
  quiet: { margin: 0, color: tokens.colorNeutralForeground3 },
});

const regionNames: Record<string, string> = {
  AU: 'Australia',
  UK: 'United Kingdom',
  US: 'United States',
};

/** What the firm decides about requests: its region, and what forms begin with. */
export function RequestsSection() {
  const styles = useStyles();
  const [settings, change] = useRequestSettings();
  const { pluginProperties, administrator } = settings;
  return (
    <>
      <Field label="Region of the service">
        <Select
          value={settings.region ?? ''}
          onChange={(_event, { value }) =>
            change({ region: regionSchema.options.find((one) => one === value) ?? null })
          }
        >
          <option value="">Not chosen: fields of every region are offered</option>
          {regionSchema.options.map((region) => (
            <option key={region} value={region}>
              {regionNames[region]}
            </option>
          ))}
        </Select>
      </Field>
      <TextSetting
        label="Address shown in client tasks"
        hint="With {matterId}, {matterNumber}, {fileId} and {fileName} where they belong; empty to type each"
        value={settings.portalAddressTemplate}
        onKeep={(portalAddressTemplate) => change({ portalAddressTemplate })}
      />
      <TextSetting
        label="External user ID of client tasks"
        hint="With {contactId} or {email} where they belong; empty to type each"
        value={settings.portalUserTemplate}
        onKeep={(portalUserTemplate) => change({ portalUserTemplate })}
      />
      <TextSetting
        label="The service’s word for an equal split"
        hint="The specification does not show it; while it is empty, equal shares are sent as ratios"
        value={settings.equalSplitWord}
        onKeep={(equalSplitWord) => change({ equalSplitWord })}
      />
      <Checkbox
        label="I set up plugins and webhook subscriptions"
        checked={administrator}
        onChange={(_event, { checked }) => change({ administrator: checked === true })}
      />
      {administrator ? (
        <>
          <p className={styles.quiet}>
            The specification does not show what these two properties of a plugin are called. Whoever runs the
            service knows.
          </p>
          <TextSetting
            label="Property for where a plugin is shown"
            value={pluginProperties.application}
            onKeep={(application) => change({ pluginProperties: { ...pluginProperties, application } })}
          />
          <TextSetting
            label="Property for what it is shown as"
            value={pluginProperties.componentType}
            onKeep={(componentType) => change({ pluginProperties: { ...pluginProperties, componentType } })}
          />
        </>
      ) : null}
    </>
  );
}

interface TextSettingProps {
  label: string;
  hint?: string;
  value: RequestSettings['equalSplitWord'];
  onKeep: (value: string | null) => void;
}

/** Kept when the person says so: half a template is none. What is refused stays in the field. */
function TextSetting({ label, hint, value, onKeep }: TextSettingProps) {
  const styles = useStyles();
  const [typed, setTyped] = useState<string | null>(null);
  const [kept, setKept] = useState(value);
  if (kept !== value) {
    setKept(value);
    setTyped(null);
  }
  const isChanged = typed !== null && typed !== (value ?? '');
  return (
    <Field label={label} className={styles.field} {...(hint !== undefined && { hint })}>
      {(field) => (
        <div className={styles.row}>
          <Input
            {...field}
            className={styles.input}
            spellCheck={false}
            value={typed ?? value ?? ''}
            onChange={(_event, data) => setTyped(data.value)}
          />
          {isChanged ? (
            <Button
              aria-label={`Save, ${label}`}
              onClick={() => {
                const wanted = typed.trim() === '' ? null : typed.trim();
                if (wanted === value) setTyped(null);
                else onKeep(wanted);
              }}
            >
              Save
            </Button>
          ) : null}
        </div>
      )}
    </Field>
  );
}
