import { Button, makeStyles } from '@fluentui/react-components';
import { Add20Regular, PuzzlePiece48Regular } from '@fluentui/react-icons';
import { newContact, newMatter, newPlugin, newWebhook } from '../forms/newForms.ts';
import { type OpenForm, openForm } from '../forms/opened.ts';
import { useRequestSettings } from '../forms/useRequestSettings.ts';
import type { FirmPart } from '../place/place.ts';
import { goTo, turnTo } from '../place/usePlace.ts';
import { EmptyState } from '../widgets/EmptyState.tsx';
import { ScreenHead } from '../widgets/ScreenHead.tsx';
import { Tabs } from '../widgets/Tabs.tsx';
import { CodesPart } from './CodesPart.tsx';
import { LayoutsPart } from './LayoutsPart.tsx';
import { PluginsPart } from './PluginsPart.tsx';
import { RequestsPart } from './requests/RequestsPart.tsx';
import { StaffPart } from './StaffPart.tsx';
import { TaskList } from './TaskList.tsx';
import { WebhooksPart } from './WebhooksPart.tsx';

const useStyles = makeStyles({
  screen: { display: 'flex', flexDirection: 'column', height: '100%' },
  grow: { flexGrow: 1 },
  actions: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
  rest: { flexGrow: 1, minHeight: 0 },
});

const parts: readonly { readonly value: FirmPart; readonly label: string }[] = [
  { value: 'requests', label: 'Requests' },
  { value: 'tasks', label: 'Client tasks' },
  { value: 'staff', label: 'Staff' },
  { value: 'codes', label: 'Activity codes' },
  { value: 'layouts', label: 'Layouts' },
  { value: 'plugins', label: 'Plugins' },
  { value: 'webhooks', label: 'Webhooks' },
];
const forAdministrators: readonly FirmPart[] = ['plugins', 'webhooks'];

/** What the service is asked for besides documents, and what the firm works with there. */
export function FirmScreen({ part }: { part: FirmPart }) {
  const styles = useStyles();
  const [{ administrator }] = useRequestSettings();
  const isOffered = administrator || !forAdministrators.includes(part);
  return (
    <div className={styles.screen}>
      <ScreenHead title="Firm">
        <Tabs
          label="Which work of the firm"
          tabs={parts.filter(
            ({ value }) => administrator || value === part || !forAdministrators.includes(value),
          )}
          selected={part}
          onSelect={(next) => turnTo({ screen: 'firm', part: next })}
        />
        <span className={styles.grow} />
        <span className={styles.actions}>
          {(isOffered ? (makes[part] ?? []) : []).map(({ label, opens }) => (
            <Button key={label} icon={<Add20Regular />} onClick={() => openForm(opens)}>
              {label}
            </Button>
          ))}
        </span>
      </ScreenHead>
      <div className={styles.rest}>{isOffered ? bodyOf(part) : <NotOffered />}</div>
    </div>
  );
}

/** Reached by its address while the switch is off. */
const NotOffered = () => (
  <EmptyState
    icon={<PuzzlePiece48Regular />}
    title="Not switched on"
    actions={<Button onClick={() => goTo({ screen: 'settings', section: 'requests' })}>Open settings</Button>}
  >
    Plugins and webhook subscriptions are for whoever sets them up for the firm. They are switched on in the
    settings, under Requests.
  </EmptyState>
);

/** What can be made at each part. */
const makes: Partial<Record<FirmPart, readonly { readonly label: string; readonly opens: OpenForm }[]>> = {
  requests: [
    { label: 'New matter', opens: { form: newMatter(false) } },
    { label: 'New lead', opens: { form: newMatter(true) } },
    { label: 'New person', opens: { form: newContact } },
  ],
  plugins: [{ label: 'New plugin', opens: { form: newPlugin } }],
  webhooks: [{ label: 'New subscription', opens: { form: newWebhook } }],
};

function bodyOf(part: FirmPart) {
  switch (part) {
    case 'requests':
      return <RequestsPart />;
    case 'tasks':
      return <TaskList matterId={null} />;
    case 'staff':
      return <StaffPart />;
    case 'codes':
      return <CodesPart />;
    case 'layouts':
      return <LayoutsPart />;
    case 'plugins':
      return <PluginsPart />;
    case 'webhooks':
      return <WebhooksPart />;
  }
}
