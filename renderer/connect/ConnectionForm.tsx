import { Button, Field, Input, Radio, RadioGroup } from '@fluentui/react-components';
import { isDefinedError } from '@orpc/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { ConnectionView, LinksOnChange, Refusal } from '../../shared/model/index.ts';
import { refusalOf } from '../conversation/refusal.ts';
import { useConversation } from '../conversation/useConversation.ts';
import { ConfigurationProblems } from '../frame/ConfigurationProblems.tsx';
import { RefusalBar } from '../widgets/RefusalBar.tsx';
import {
  type ConnectionDraft,
  connectionOf,
  draftOf,
  draftProblems,
  hasKeptSecret,
} from './connectionDraft.ts';
import { WelcomeCard } from './WelcomeCard.tsx';
import { useWelcomeStyles } from './welcomeStyles.ts';

interface ConnectionFormProps {
  refusal: Refusal | null;
  /** The connection to change; none on the first run. */
  view?: ConnectionView;
  onDone?: () => void;
  /** Where something kept here can be looked at without a connection. */
  onLookInside?: () => void;
}

type TextField = Exclude<keyof ConnectionDraft, 'redirect'>;

export function ConnectionForm({ refusal, view, onDone, onLookInside }: ConnectionFormProps) {
  const styles = useWelcomeStyles();
  const { queries, cache } = useConversation();
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState(() => draftOf(view ?? null));
  const [removesSecret, setRemovesSecret] = useState(false);
  const [touched, setTouched] = useState<ReadonlySet<TextField>>(new Set());
  const save = useMutation(
    queries.app.saveConnection.mutationOptions({
      onSuccess: async () => {
        await cache.invalidateQueries({ queryKey: queries.app.connection.key() });
        onDone?.();
      },
    }),
  );
  const importFile = useMutation(
    queries.app.importConnection.mutationOptions({
      onSuccess: () => cache.invalidateQueries({ queryKey: queries.app.connection.key() }),
    }),
  );

  const { data: info } = useQuery(queries.app.info.queryOptions());
  const isManaged = info?.managed.includes('connection') === true;
  const isRedirectManaged = info?.managed.includes('redirect') === true;

  const isSecretKept = hasKeptSecret(view ?? null, draft);
  const problems = draftProblems(draft);
  const problemOf = (field: TextField) => (touched.has(field) ? (problems[field] ?? null) : null);
  const touch = (...fields: TextField[]) => setTouched((before) => new Set([...before, ...fields]));
  const input = (field: TextField, type: 'text' | 'url' | 'password') => (
    <Input
      className={styles.narrow}
      name={field}
      type={type}
      spellCheck={false}
      autoComplete="off"
      value={draft[field]}
      onChange={(_event, data) => setDraft({ ...draft, [field]: data.value })}
      onBlur={() => draft[field] !== '' && touch(field)}
    />
  );
  const change = (links: LinksOnChange, shown: string | null) =>
    save.mutate({ ...connectionOf(draft), links, shown, keepClientSecret: isSecretKept && !removesSecret });
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    importFile.reset();
    touch('baseUrl', 'authUrl', 'clientId', 'clientSecret', 'apiKey');
    const wrong = Object.keys(problems)[0];
    if (wrong === undefined) change('ask', null);
    else form.current?.querySelector<HTMLInputElement>(`[name=${wrong}]`)?.focus();
  };
  const error = importFile.error ?? save.error;
  const refused = error ? refusalOf(error) : refusal;
  const isPending = save.isPending || importFile.isPending;
  const inUse =
    isDefinedError(save.error) && save.error.data.code === 'connection-in-use' ? save.error.data : null;

  if (isManaged) {
    return (
      <WelcomeCard title="Connect Matterline to your firm">
        <p className={styles.lead}>
          The connection is managed by your organisation; it cannot be entered here. What you save in your
          matter folders is kept meanwhile.
        </p>
        <ConfigurationProblems />
        {onLookInside ? (
          <div className={styles.actions}>
            <Button size="large" onClick={onLookInside}>
              View offline copy
            </Button>
          </div>
        ) : null}
      </WelcomeCard>
    );
  }
  return (
    <WelcomeCard title={onDone ? 'Change the connection' : 'Connect Matterline to your firm'}>
      <p className={styles.lead}>
        Matterline files what you save into your firm’s practice-management service; your administrator has
        the details asked for here, or a file with all of them.
      </p>
      {onDone ? null : <ConfigurationProblems />}
      {refused ? <RefusalBar refusal={refused} /> : null}
      {inUse ? (
        <div className={styles.actions}>
          <Button disabledFocusable={isPending} onClick={() => change('take', inUse.why)}>
            Change, and take the folders along
          </Button>
          <Button disabledFocusable={isPending} onClick={() => change('leave', inUse.why)}>
            Change, and leave them
          </Button>
        </div>
      ) : null}
      {onDone ? null : (
        <div className={styles.actions}>
          <Button disabledFocusable={isPending} onClick={() => importFile.mutate(undefined)}>
            Import connection file…
          </Button>
        </div>
      )}
      <form ref={form} noValidate onSubmit={submit} className={styles.form} aria-label="Connection">
        <Field label="Service address" required validationMessage={problemOf('baseUrl')}>
          {input('baseUrl', 'url')}
        </Field>
        <Field label="Sign-in address" required validationMessage={problemOf('authUrl')}>
          {input('authUrl', 'url')}
        </Field>
        <div className={styles.row}>
          <Field label="Client ID" required validationMessage={problemOf('clientId')}>
            {input('clientId', 'text')}
          </Field>
          <Field
            label="Client secret"
            hint={
              isSecretKept ? (
                <>
                  {removesSecret
                    ? 'The one that is kept is removed when you connect. '
                    : 'One is kept: leave this empty to go on with it. '}
                  <Button
                    size="small"
                    appearance="transparent"
                    aria-label={removesSecret ? 'Keep the client secret' : 'Remove the client secret'}
                    onClick={() => setRemovesSecret(!removesSecret)}
                  >
                    {removesSecret ? 'Keep it' : 'Remove'}
                  </Button>
                </>
              ) : (
                'Only if your firm was given one'
              )
            }
          >
            {input('clientSecret', 'password')}
          </Field>
        </div>
        <Field label="API key" required validationMessage={problemOf('apiKey')}>
          {input('apiKey', 'password')}
        </Field>
        <Field
          label="Scopes"
          hint="Only if your firm was given some: the permissions asked for at sign-in, with spaces between them"
        >
          {input('scope', 'text')}
        </Field>
        <Field
          label="After signing in, the browser returns"
          {...(isRedirectManaged && {
            hint: 'Managed by your organisation; it cannot be changed here.',
          })}
        >
          <RadioGroup
            disabled={isRedirectManaged}
            value={draft.redirect}
            onChange={(_event, data) =>
              setDraft({ ...draft, redirect: data.value === 'loopback' ? 'loopback' : 'custom' })
            }
          >
            <Radio value="custom" label="Directly to Matterline (default)" />
            <Radio value="loopback" label="Through a local address (127.0.0.1)" />
          </RadioGroup>
        </Field>
        <div className={styles.actions}>
          <Button type="submit" appearance="primary" disabledFocusable={isPending}>
            {save.isPending ? 'Connecting…' : 'Connect'}
          </Button>
          {onDone ? (
            <Button disabledFocusable={isPending} onClick={onDone}>
              Cancel
            </Button>
          ) : null}
          {onLookInside ? (
            <Button appearance="subtle" onClick={onLookInside}>
              View offline copy
            </Button>
          ) : null}
        </div>
      </form>
    </WelcomeCard>
  );
}
