import { Button, Field, Input } from '@fluentui/react-components';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { ConnectionView } from '../../shared/model/index.ts';
import { connectionOf, draftOf } from '../connect/connectionDraft.ts';
import { useWelcomeStyles } from '../connect/welcomeStyles.ts';
import { refusalOf } from '../conversation/refusal.ts';
import { useConversation } from '../conversation/useConversation.ts';
import { RefusalBar } from '../widgets/RefusalBar.tsx';
import { displayName } from '../words/displayName.ts';

/** Takes the secrets of the connection where they are not there any more: without, nobody could open a locked window. */
export function SecretsForm({ view }: { view: ConnectionView }) {
  const styles = useWelcomeStyles();
  const { queries } = useConversation();
  const [apiKey, setApiKey] = useState('');
  const [clientSecret, setClientSecret] = useState('');
  const save = useMutation(queries.app.saveConnection.mutationOptions());
  const isWhole = apiKey.trim() !== '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isWhole || save.isPending) return;
    save.mutate({ ...connectionOf({ ...draftOf(view), apiKey, clientSecret }), links: 'ask', shown: null });
  };
  return (
    <form noValidate onSubmit={submit} className={styles.form} aria-label="Secrets of the connection">
      <p className={styles.lead}>
        For the practice service at <bdi>{displayName(view.baseUrl)}</bdi>.
      </p>
      {save.error ? <RefusalBar refusal={refusalOf(save.error)} /> : null}
      <Field label="API key" required>
        <Input
          type="password"
          autoComplete="off"
          value={apiKey}
          onChange={(_event, { value }) => setApiKey(value)}
        />
      </Field>
      <Field label="Client secret" hint="Only if your firm was given one">
        <Input
          type="password"
          autoComplete="off"
          value={clientSecret}
          onChange={(_event, { value }) => setClientSecret(value)}
        />
      </Field>
      <div className={styles.actions}>
        <Button
          type="submit"
          appearance="primary"
          size="large"
          disabledFocusable={!isWhole || save.isPending}
        >
          Connect
        </Button>
      </div>
    </form>
  );
}
