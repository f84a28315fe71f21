import { Button, Checkbox, Field, Input, makeStyles, Radio, RadioGroup } from '@fluentui/react-components';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isAllFiled, saysLoss, type Unfiled } from '../../shared/model/sign-out.ts';
import { refusalOf } from '../conversation/refusal.ts';
import { useConversation } from '../conversation/useConversation.ts';
import { Loading } from '../widgets/Loading.tsx';
import { Modal } from '../widgets/Modal.tsx';
import { RefusalBar } from '../widgets/RefusalBar.tsx';
import { count } from '../words/count.ts';
import { filedSentence, keepEverything, unfiledSentence, wordsToType } from './signOutWords.ts';
import { UnfiledList } from './UnfiledList.tsx';

const useStyles = makeStyles({
  body: {
    display: 'flex',
    flexDirection: 'column',
    gap: '12px',
    marginTop: '12px',
    minHeight: 0,
    overflowY: 'auto',
    // Each keeps its height, and the focus ring of the last has room.
    paddingBottom: '4px',
    '& > *': { flexShrink: 0 },
  },
  words: { margin: 0 },
});

interface SignOutDialogProps {
  onClose: () => void;
}

/** Shows what is not filed before anybody is signed out, and offers to wait. */
export function SignOutDialog(props: SignOutDialogProps) {
  const { queries } = useConversation();
  const {
    data: unfiled,
    error,
    refetch,
    isFetchedAfterMount,
  } = useQuery(queries.engine.unfiled.queryOptions());
  const { data: info } = useQuery(queries.app.info.queryOptions());
  // What was so when it was asked before says nothing of now.
  if (!isFetchedAfterMount) return <NotKnownYet {...props} />;
  if (error) return <NotKnown {...props} error={error} onAgain={refetch} />;
  if (!unfiled || !info) return <NotKnownYet {...props} />;
  const managed = info.managed.includes('removeOnSignOut');
  return <Choices {...props} unfiled={unfiled} managed={managed} removes={info.removeOnSignOut} />;
}

/** Asked as soon as it is known: until then nothing is drawn, unless that takes long. Milliseconds. */
const patience = 1_000;

function NotKnownYet(props: SignOutDialogProps) {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), patience);
    return () => clearTimeout(timer);
  }, []);
  return slow ? <NotKnown {...props} error={null} /> : null;
}

interface NotKnownProps extends SignOutDialogProps {
  error: unknown;
  onAgain?: () => unknown;
}

/** Nobody can say what is not filed: whoever leaves keeps everything here. */
function NotKnown({ error, onAgain, onClose }: NotKnownProps) {
  const styles = useStyles();
  const { queries } = useConversation();
  const leave = useMutation(queries.app.signOut.mutationOptions({ onSuccess: onClose }));
  const refused = leave.error ?? error;
  return (
    <Modal
      title="Sign out?"
      onClose={onClose}
      actions={
        <>
          <Button disabledFocusable={leave.isPending} onClick={() => leave.mutate(keepEverything)}>
            Sign out and keep everything here
          </Button>
          <Button data-first onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        {refused ? (
          <RefusalBar refusal={refusalOf(refused)} {...(onAgain && { onAgain })} />
        ) : (
          <Loading label="Checking what is not filed yet…" />
        )}
        <p className={styles.words}>
          You can sign out all the same. Nothing is removed from this computer, and what is not filed goes
          when you sign in again.
        </p>
      </div>
    </Modal>
  );
}

interface ChoicesProps extends SignOutDialogProps {
  unfiled: Unfiled;
  /** Whether the administrator decided about removing. */
  managed: boolean;
  removes: boolean;
}

function Choices({ unfiled, managed, removes, onClose }: ChoicesProps) {
  const styles = useStyles();
  const { client } = useConversation();
  const [when, setWhen] = useState<'now' | 'all-filed'>('all-filed');
  const [remove, setRemove] = useState(removes);
  const [typed, setTyped] = useState('');
  const [refused, setRefused] = useState<unknown>(null);
  const [leaving, setLeaving] = useState(false);
  const sentence = unfiledSentence(unfiled);
  const how = { when: isAllFiled(unfiled) ? 'now' : when, remove } as const;
  // What an administrator wants removed stays as long as it is not filed, and nobody has to say anything.
  const words = managed ? null : wordsToType(unfiled, how);
  const waits = how.when === 'all-filed';

  const leave = async () => {
    if (leaving) return;
    setLeaving(true);
    try {
      await client.app.signOut({ ...how, remove: !managed && remove, loss: typed });
      onClose();
    } catch (error) {
      setRefused(error);
    } finally {
      setLeaving(false);
    }
  };
  // What has begun is not called off by closing the question.
  const close = () => leaving || onClose();
  return (
    <Modal
      title="Sign out?"
      onClose={close}
      actions={
        <>
          <Button
            appearance="primary"
            disabledFocusable={leaving || (words !== null && !saysLoss(typed, words))}
            onClick={() => void leave()}
          >
            {waits ? 'Wait, then sign out' : 'Sign out'}
          </Button>
          <Button disabledFocusable={leaving} onClick={close}>
            Cancel
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        {refused ? <RefusalBar refusal={refusalOf(refused)} /> : null}
        {sentence === null ? (
          <p className={styles.words}>{filedSentence(unfiled)}</p>
        ) : (
          <>
            <p className={styles.words}>{sentence}</p>
            <UnfiledList />
            <RadioGroup
              aria-label="When to sign out"
              value={when}
              onChange={(_event, { value }) => setWhen(value === 'now' ? 'now' : 'all-filed')}
            >
              <Radio value="all-filed" label="Wait until everything is filed and done, then sign out" />
              <Radio
                value="now"
                label={
                  how.remove && !managed
                    ? 'Sign out now. What is not filed or done is lost'
                    : 'Sign out now. What is not filed or done stays on this computer and goes when you sign in again'
                }
              />
            </RadioGroup>
          </>
        )}
        {managed ? null : (
          <Checkbox
            label="Remove what Matterline keeps on this computer"
            checked={remove}
            onChange={(_event, { checked }) => setRemove(checked === true)}
          />
        )}
        {remove ? <Consequences managed={managed} kept={unfiled.kept} /> : null}
        {words === null ? null : (
          <Field
            label={`To continue, type: ${words}`}
            hint="These contents are nowhere else, except where a matter folder still has them."
          >
            <Input value={typed} spellCheck={false} onChange={(_event, { value }) => setTyped(value)} />
          </Field>
        )}
      </div>
    </Modal>
  );
}

function Consequences({ managed, kept }: { managed: boolean; kept: number }) {
  const styles = useStyles();
  return (
    <p className={styles.words}>
      {managed ? 'Your organisation removes this once everything is filed: ' : 'This removes '}
      lists, timelines and earlier versions
      {kept > 0 ? `, with ${count(kept, 'version')} you chose not to file` : ''}. They can no longer be opened
      or restored here. Your matter folders stay as they are, and have to be linked again. The custody log is
      kept as a file.
    </p>
  );
}
