import { useState } from 'react';
import type { FormOf } from '../../shared/model/index.ts';
import { pluginApplications, pluginComponents } from '../../shared/rules/plugin.ts';
import { FormFrame } from './FormFrame.tsx';
import { CheckField, ChoiceField, FieldGroup, FieldRow, NumberField, TextField } from './fields.tsx';
import { KeyField } from './KeyField.tsx';
import { MatterTypeListField } from './MatterTypeListField.tsx';
import type { OpenForm } from './opened.ts';
import { PluginPreview } from './PluginPreview.tsx';
import { useForm } from './useForm.ts';
import { useKeys } from './useKeys.ts';
import { useRequested } from './useRequested.ts';
import { useRequestSettings } from './useRequestSettings.ts';

type Version = NonNullable<FormOf<'plugins.put'>['version']>;
type Attributes = NonNullable<Version['attributes']>;

/** Puts a plugin of the firm’s own into the service. */
export function PluginForm({ opened, initial }: { opened: OpenForm; initial: FormOf<'plugins.put'> }) {
  const [{ pluginProperties }] = useRequestSettings();
  const [data, setData] = useState(
    () =>
      opened.unfinished?.['additionalData'] ??
      (initial.additionalData ? JSON.stringify(initial.additionalData, null, 2) : ''),
  );
  const keys = useKeys(useRequested());
  const of = useForm(opened, initial, {
    then: keys.sent,
    notInDraft: keys.notInDraft,
    faults: () => ({
      ...keys.faults,
      ...(data !== '' && objectOf(data) === null && { additionalData: 'must be an object in JSON' }),
    }),
  });
  const { form, set, fault } = of;
  const version = form.version ?? {};
  const attributes = version.attributes ?? {};
  const page = attributes.page ?? {};
  const setVersion = (change: Partial<Version>) => set({ version: { ...version, ...change } });
  const setAttributes = (change: Partial<Attributes>) =>
    setVersion({ attributes: { ...attributes, ...change } });
  const setPage = (change: NonNullable<Attributes['page']>) =>
    setAttributes({ page: { ...page, ...change } });
  const ofVersion = (field: 'name' | 'description' | 'placement', label: string) => (
    <TextField
      label={label}
      value={version[field] ?? ''}
      onChange={(value) => setVersion({ [field]: value })}
    />
  );
  const ofAttributes = (field: 'text' | 'icon' | 'color' | 'tooltip', label: string) => (
    <TextField
      label={label}
      value={attributes[field] ?? ''}
      onChange={(value) => setAttributes({ [field]: value })}
    />
  );
  return (
    <FormFrame
      title={initial.isNew ? 'New plugin' : `Change plugin “${initial.pluginId}”`}
      send={initial.isNew ? 'Create plugin' : 'Save changes'}
      of={of}
      faults={of.otherFaults(shown)}
    >
      <FieldRow>
        <TextField
          first
          required
          label="Plugin ID"
          value={form.pluginId}
          onChange={(pluginId) => initial.isNew && set({ pluginId })}
          fault={fault('pluginId')}
        />
        <TextField
          label="ID in the system that owns it"
          value={form.externalId ?? ''}
          onChange={(externalId) => set({ externalId })}
        />
      </FieldRow>
      <FieldGroup title="Version">
        <FieldRow>
          {ofVersion('name', 'Name')}
          {ofVersion('placement', 'Placement')}
        </FieldRow>
        {ofVersion('description', 'Description')}
        <TextField
          label="Address that is requested"
          type="url"
          value={version.requestEndpointUrl ?? ''}
          onChange={(requestEndpointUrl) => setVersion({ requestEndpointUrl })}
          fault={fault('version.requestEndpointUrl')}
        />
        <MatterTypeListField
          value={version.availability?.matterTypeIds ?? []}
          onChange={(matterTypeIds) => setVersion({ availability: { matterTypeIds } })}
        />
      </FieldGroup>
      <FieldGroup title="How it looks">
        <FieldRow>
          {ofAttributes('text', 'Text')}
          {ofAttributes('tooltip', 'Tooltip')}
          {ofAttributes('icon', 'Icon')}
          {ofAttributes('color', 'Colour')}
        </FieldRow>
        <PluginPreview attributes={attributes} />
        <FieldRow>
          <TextField
            label="Title of its page"
            value={page.title ?? ''}
            onChange={(title) => setPage({ title })}
          />
          <NumberField
            label="Width of the page"
            step="1"
            value={page.width ?? null}
            onChange={(width) => setPage(width === null ? without(page, 'width') : { width })}
            fault={fault('version.attributes.page.width')}
          />
          <NumberField
            label="Height of the page"
            step="1"
            value={page.height ?? null}
            onChange={(height) => setPage(height === null ? without(page, 'height') : { height })}
            fault={fault('version.attributes.page.height')}
          />
        </FieldRow>
        <CheckField
          label="Open its page in the system’s browser"
          value={page.useDefaultBrowser ?? false}
          onChange={(useDefaultBrowser) => setPage({ useDefaultBrowser })}
        />
      </FieldGroup>
      <FieldGroup title="Where it is shown">
        <FieldRow>
          <ChoiceField
            label="Shown in"
            value={form.application ?? ''}
            onChange={(value) =>
              set({ application: pluginApplications.find((one) => one === value) ?? null })
            }
            choices={[{ value: '', label: 'Not said' }, ...pluginApplications.map(asChoice)]}
            fault={fault('application')}
            hint={pluginProperties.application === null ? unnamed : undefined}
          />
          <ChoiceField
            label="Shown as"
            value={form.componentType ?? ''}
            onChange={(value) =>
              set({ componentType: pluginComponents.find((one) => one === value) ?? null })
            }
            choices={[{ value: '', label: 'Not said' }, ...pluginComponents.map(asChoice)]}
            fault={fault('componentType')}
            hint={pluginProperties.componentType === null ? unnamed : undefined}
          />
        </FieldRow>
      </FieldGroup>
      <FieldGroup title="Additional data and key">
        <TextField
          long
          label="Additional data"
          hint="An object in JSON"
          value={data}
          onChange={(text) => {
            setData(text);
            of.leave('additionalData', objectOf(text) === null ? text : '');
            set({ additionalData: objectOf(text) ?? undefined });
          }}
          fault={fault('additionalData')}
        />
        {form.isNew ? (
          <KeyField
            keys={keys}
            value={form.key}
            onChange={(key) => set({ key })}
            hint="Signs the addresses that are requested. It can be given only now."
            fault={fault('key')}
          />
        ) : (
          <p>The signing key can be given only when a plugin is made.</p>
        )}
      </FieldGroup>
    </FormFrame>
  );
}

const shown = [
  'pluginId',
  'version.requestEndpointUrl',
  'version.attributes.page.width',
  'version.attributes.page.height',
  'application',
  'componentType',
  'additionalData',
  'key',
];
const unnamed = 'The specification does not show what this is called: Settings, Requests says it';
const asChoice = (value: string) => ({ value, label: value });

function without(fields: object, field: string): object {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name !== field));
}

function objectOf(text: string): FormOf<'plugins.put'>['additionalData'] | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as FormOf<'plugins.put'>['additionalData'])
      : null;
  } catch {
    return null;
  }
}
