import { Button, Checkbox, Field, makeStyles, Text, Textarea, tokens } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { IgnoreRules, MatterId } from '../../../shared/model/index.ts';
import { refusalOf } from '../../conversation/refusal.ts';
import { useConversation } from '../../conversation/useConversation.ts';
import { Loading } from '../../widgets/Loading.tsx';
import { Modal } from '../../widgets/Modal.tsx';
import { RefusalBar } from '../../widgets/RefusalBar.tsx';
import { displayName } from '../../words/displayName.ts';
import { LeftOutFiles } from './LeftOutFiles.tsx';

const useStyles = makeStyles({
  scroll: { overflowY: 'auto', marginTop: '4px', paddingRight: '4px' },
  heading: { margin: '16px 0 4px', display: 'block' },
  quiet: { color: tokens.colorNeutralForeground3, margin: '0 0 4px' },
  rule: { display: 'flex', flexDirection: 'column', overflowWrap: 'anywhere' },
  why: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

/** Which files of a matter’s folder are not filed, by which rules; the person may change those. */
export function LeftOutDialog({ matterId, onClose }: { matterId: MatterId; onClose: () => void }) {
  const { queries } = useConversation();
  const { data, error } = useQuery(queries.engine.ignoreRules.get.queryOptions({ input: { matterId } }));
  if (data) return <Rules matterId={matterId} rules={data} onClose={onClose} />;
  return (
    <Modal title="Excluded files" onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      {error ? <RefusalBar refusal={refusalOf(error)} /> : <Loading label="Loading rules…" />}
    </Modal>
  );
}

interface RulesProps {
  matterId: MatterId;
  rules: IgnoreRules;
  onClose: () => void;
}

function Rules({ matterId, rules, onClose }: RulesProps) {
  const styles = useStyles();
  const { client, queries, cache } = useConversation();
  const [off, setOff] = useState(() => rules.builtIn.filter(({ on }) => !on).map(({ id }) => id));
  const [own, setOwn] = useState(rules.own.join('\n'));
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);

  const save = () => {
    setBusy(true);
    const patterns = own.split('\n').map((line) => line.trim());
    client.engine.ignoreRules
      .set({ matterId, off, own: patterns.filter((pattern) => pattern !== '') })
      .then(() => cache.invalidateQueries({ queryKey: queries.engine.ignoreRules.get.key() }))
      .then(onClose)
      .catch((failure: unknown) => {
        setError(failure);
        setBusy(false);
      });
  };
  return (
    <Modal
      wide
      title="Excluded files"
      onClose={onClose}
      busy={busy}
      actions={
        <>
          <Button appearance="primary" disabledFocusable={busy} onClick={save}>
            Save
          </Button>
          <Button disabledFocusable={busy} onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <div className={styles.scroll}>
        <p className={styles.quiet}>
          Programs put temporary files into matter folders. Files that match these rules are not filed;
          everything else is.
        </p>
        {error === null ? null : <RefusalBar refusal={refusalOf(error)} />}
        <Text as="h3" weight="semibold" className={styles.heading}>
          Temporary files of programs
        </Text>
        {rules.builtIn.map(({ id, names, why }) => (
          <div key={id}>
            <Checkbox
              checked={!off.includes(id)}
              onChange={(_event, { checked }) =>
                setOff(checked === true ? off.filter((one) => one !== id) : [...off, id])
              }
              label={
                <span className={styles.rule}>
                  <bdi>{displayName(names)}</bdi>
                  <span className={styles.why}>{displayName(why)}</span>
                </span>
              }
            />
          </div>
        ))}
        <Field
          label="Also exclude"
          hint="One pattern per line: * matches any characters, ? matches one. For example *.bak"
        >
          <Textarea
            value={own}
            rows={3}
            resize="vertical"
            spellCheck={false}
            onChange={(_event, data) => setOwn(data.value)}
          />
        </Field>
        <LeftOutFiles matterId={matterId} />
      </div>
    </Modal>
  );
}
