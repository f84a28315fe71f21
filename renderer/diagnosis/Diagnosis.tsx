import { Button, makeStyles, Spinner, tokens } from '@fluentui/react-components';
import { useEffect, useRef, useState } from 'react';
import type { DiagnosisStep } from '../../shared/model/index.ts';
import { useConversation } from '../conversation/useConversation.ts';
import { useAct } from '../frame/notices.tsx';
import { DiagnosisReport } from './DiagnosisReport.tsx';
import { StepRow } from './StepRow.tsx';

const useStyles = makeStyles({
  quiet: { color: tokens.colorNeutralForeground3, margin: 0 },
  actions: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
  list: { margin: 0, padding: 0, listStyleType: 'none', width: '100%' },
});

/** Looks for what keeps documents from being filed, and says what to tell whoever looks after the computers. */
export function Diagnosis() {
  const styles = useStyles();
  const { client } = useConversation();
  const act = useAct();
  const [steps, setSteps] = useState<readonly DiagnosisStep[] | null>(null);
  const [looking, setLooking] = useState(false);
  const [reading, setReading] = useState(false);
  const gone = useRef(new AbortController());
  useEffect(() => {
    const leaving = new AbortController();
    gone.current = leaving;
    return () => leaving.abort();
  }, []);

  const look = async () => {
    setSteps([]);
    setLooking(true);
    const { signal } = gone.current;
    try {
      for await (const step of await client.app.diagnose(undefined, { signal })) {
        setSteps((before) => [...(before ?? []), step]);
      }
    } catch (error) {
      // Whoever went elsewhere does not wait for it any more.
      if (!signal.aborted) throw error;
    } finally {
      setLooking(false);
    }
  };
  return (
    <>
      <p className={styles.quiet}>
        Checks what filing depends on, step by step: the network, the services, this computer’s clock and
        disk.
      </p>
      {steps ? (
        <ul className={styles.list} aria-label="Checks">
          {steps.map((step) => (
            <StepRow key={step.step} step={step} />
          ))}
        </ul>
      ) : null}
      <output className={styles.quiet}>
        {looking ? <Spinner size="tiny" label="Looking…" labelPosition="after" /> : summary(steps)}
      </output>
      <div className={styles.actions}>
        <Button disabledFocusable={looking} onClick={() => looking || act(look)}>
          {steps ? 'Check again' : 'Run diagnostics'}
        </Button>
        <Button onClick={() => setReading(true)}>Report for IT support…</Button>
      </div>
      {reading ? <DiagnosisReport onClose={() => setReading(false)} /> : null}
    </>
  );
}

function summary(steps: readonly DiagnosisStep[] | null): string {
  if (steps === null) return '';
  const wrong = steps.filter(({ result }) => result !== 'ok').length;
  if (wrong === 0) return 'Everything is working.';
  return wrong === 1 ? 'One check needs attention.' : `${wrong} checks need attention.`;
}
