import {
  Button,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  MessageBarTitle,
  makeStyles,
} from '@fluentui/react-components';
import { useConversation, usePerson } from '../conversation/useConversation.ts';
import { useAct } from '../frame/notices.tsx';
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
      {person?.state === 'known' && person.toLink.length > 0 ? (
        <MessageBar intent="warning" layout="multiline" className={styles.bar}>
          <MessageBarBody>
            <MessageBarTitle>
              {person.toLink.length === 1
                ? 'A folder that came along is not linked yet.'
                : `${numberWords(person.toLink.length)} folders that came along are not linked yet.`}
            </MessageBarTitle>
            Saves in them are not captured. They are linked by themselves once this service tells their
            matters and it is known that they are yours; otherwise link those that are yours yourself.
            <span className={styles.next}>{displayName(person.toLink.slice(0, 5).join(', '))}</span>
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
