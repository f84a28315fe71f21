import { makeStyles } from '@fluentui/react-components';
import { Person16Regular } from '@fluentui/react-icons';
import { usePerson } from '../conversation/useConversation.ts';
import { displayName } from '../words/displayName.ts';
import { othersSentence } from './personWords.ts';

const useStyles = makeStyles({
  line: { display: 'flex', alignItems: 'center', gap: '6px', minWidth: 0 },
  words: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
});

/** That something of somebody else waits here. */
export function PersonLine() {
  const styles = useStyles();
  const person = usePerson();
  if (person?.state !== 'known') return null;
  const others = othersSentence(person.others);
  if (others === null) return null;
  const words = displayName(others);
  return (
    <span className={styles.line} title={words}>
      <Person16Regular aria-hidden />
      <output className={styles.words} aria-label="Others">
        {words}
      </output>
    </span>
  );
}
