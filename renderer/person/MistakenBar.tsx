import {
  Button,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  MessageBarTitle,
  makeStyles,
} from '@fluentui/react-components';
import { useState } from 'react';
import { useConversation, usePerson } from '../conversation/useConversation.ts';
import { useAct } from '../frame/notices.tsx';
import { Confirm } from '../widgets/Confirm.tsx';
import { displayName } from '../words/displayName.ts';
import { numberWords } from '../words/formats.ts';

const useStyles = makeStyles({
  bar: { flexShrink: 0, paddingTop: '8px', paddingBottom: '8px', borderRadius: 0, overflowWrap: 'anywhere' },
  next: { display: 'block', marginTop: '4px' },
});

/** The person had been taken for somebody else; or folders came along with them that are not linked yet. */
export function MistakenBar() {
  const styles = useStyles();
  const person = usePerson();
  const { client } = useConversation();
  const act = useAct();
  const mistaken = person?.state === 'known' ? person.mistaken : null;
  return (
    <div role="alert">
      {mistaken ? (
        <MessageBar intent="warning" layout="multiline" className={styles.bar}>
          <MessageBarBody>
            <MessageBarTitle>{displayName(mistaken.what)}.</MessageBarTitle>
            {displayName(mistaken.why)}
            <span className={styles.next}>{displayName(mistaken.next)}</span>
          </MessageBarBody>
          <MessageBarActions>
            <Button size="small" onClick={() => act(() => client.engine.person.understood())}>
              Understood
            </Button>
          </MessageBarActions>
        </MessageBar>
      ) : null}
      {person?.state === 'known' && person.toLink.length > 0 ? <CameAlong paths={person.toLink} /> : null}
      {person?.state === 'known' && person.toLinkLater.length > 0 ? (
        <MessageBar intent="warning" layout="multiline" className={styles.bar}>
          <MessageBarBody>
            <MessageBarTitle>
              {person.toLinkLater.length === 1
                ? 'A folder of yours is not linked yet.'
                : `${numberWords(person.toLinkLater.length)} folders of yours are not linked yet.`}
            </MessageBarTitle>
            Saves in them are not captured. They are linked by themselves once this service tells their
            matters; otherwise link them yourself.
            <span className={styles.next}>{displayName(person.toLinkLater.slice(0, 5).join(', '))}</span>
          </MessageBarBody>
        </MessageBar>
      ) : null}
      {person?.state === 'known' && person.toTakeOver.length > 0 ? (
        <MessageBar intent="info" layout="multiline" className={styles.bar}>
          <MessageBarBody>
            <MessageBarTitle>
              {person.toTakeOver.length === 1
                ? 'A folder of yours is being moved to you.'
                : `${numberWords(person.toTakeOver.length)} folders of yours are being moved to you.`}
            </MessageBarTitle>
            Saves in them are captured meanwhile. They are filed once their matters and history were read
            here.
            <span className={styles.next}>{displayName(person.toTakeOver.slice(0, 5).join(', '))}</span>
          </MessageBarBody>
        </MessageBar>
      ) : null}
    </div>
  );
}

/** Folders that came along from another service address, and may be a colleague's: the person says so, once more, before they are linked. */
function CameAlong({ paths }: { paths: readonly string[] }) {
  const styles = useStyles();
  const { client } = useConversation();
  const act = useAct();
  /** What the person was shown when they were asked. */
  const [asked, setAsked] = useState<readonly string[] | null>(null);
  return (
    <MessageBar intent="warning" layout="multiline" className={styles.bar}>
      <MessageBarBody>
        <MessageBarTitle>
          {paths.length === 1
            ? 'A folder that came along is not linked yet.'
            : `${numberWords(paths.length)} folders that came along are not linked yet.`}
        </MessageBarTitle>
        Saves in them are not captured. It is not known whether they are yours or a colleague’s: say so if all
        of them are yours, or link those that are.
        <span className={styles.next}>{displayName(paths.slice(0, 5).join(', '))}</span>
      </MessageBarBody>
      <MessageBarActions>
        <Button size="small" onClick={() => setAsked(paths)}>
          {paths.length === 1 ? 'It is mine…' : 'They are mine…'}
        </Button>
      </MessageBarActions>
      {asked ? (
        <Confirm
          title={asked.length === 1 ? 'Link this folder for you?' : 'Link these folders for you?'}
          confirm={asked.length === 1 ? 'It is mine' : 'All of them are mine'}
          onConfirm={() => act(() => client.engine.person.areMine({ paths: [...asked] }))}
          onClose={() => setAsked(null)}
        >
          What is saved in them is then filed in your name, into the matters that they were linked to:{' '}
          <bdi>{displayName(asked.join(', '))}</bdi>
        </Confirm>
      ) : null}
    </MessageBar>
  );
}
