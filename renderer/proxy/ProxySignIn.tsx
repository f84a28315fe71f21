import { Button, Field, Input, makeStyles } from '@fluentui/react-components';
import { type FormEvent, useState } from 'react';
import type { ProxyQuestion as Question } from '../../shared/model/proxy.ts';
import { refusalOf } from '../conversation/refusal.ts';
import { useConversation } from '../conversation/useConversation.ts';
import { Modal } from '../widgets/Modal.tsx';
import { RefusalBar } from '../widgets/RefusalBar.tsx';
import { displayName } from '../words/displayName.ts';

const useStyles = makeStyles({
  words: { margin: '12px 0', overflowWrap: 'anywhere' },
  fields: { display: 'flex', flexDirection: 'column', gap: '12px' },
  actions: { display: 'flex', justifyContent: 'flex-end', gap: '8px', marginTop: '20px' },
});

export function ProxySignIn({ question, onClose }: { question: Question; onClose: () => void }) {
  const styles = useStyles();
  const { client } = useConversation();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [refusal, setRefusal] = useState<ReturnType<typeof refusalOf> | null>(null);
  const isWhole = name.trim() !== '';
  const answer = (event: FormEvent) => {
    event.preventDefault();
    if (!isWhole) return;
    client.app
      .answerProxy({ proxy: question.proxy, name, password })
      .catch((error: unknown) => setRefusal(refusalOf(error)));
  };
  return (
    <Modal title="Your network asks for a name and password" onClose={onClose}>
      <p className={styles.words}>
        The proxy <bdi>{displayName(question.proxy)}</bdi>{' '}
        {question.refused
          ? 'did not take the name and password given before.'
          : 'lets nothing through without them.'}{' '}
        Give those of your office network, not those of the practice service. Saves are kept meanwhile.
      </p>
      {refusal ? <RefusalBar refusal={refusal} /> : null}
      <form onSubmit={answer}>
        <div className={styles.fields}>
          <Field label="Name">
            <Input
              data-first
              autoComplete="off"
              maxLength={300}
              value={name}
              onChange={(_event, { value }) => setName(value)}
            />
          </Field>
          <Field label="Password" hint="Kept with your sign-in, and shown to this proxy alone.">
            <Input
              type="password"
              autoComplete="off"
              maxLength={300}
              value={password}
              onChange={(_event, { value }) => setPassword(value)}
            />
          </Field>
        </div>
        <div className={styles.actions}>
          <Button type="submit" appearance="primary" disabledFocusable={!isWhole}>
            Sign in to the proxy
          </Button>
          <Button onClick={onClose}>Not now</Button>
        </div>
      </form>
    </Modal>
  );
}
