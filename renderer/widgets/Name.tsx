import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { displayName } from '../words/displayName.ts';

const useStyles = makeStyles({
  cut: {
    display: 'block',
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    // A name written from right to left stays beside its icon.
    textAlign: 'left',
  },
});

/** A name from outside on one line: text only, kept apart from the direction of its surroundings, whole in a tooltip. */
export function Name({ text, className }: { text: string; className?: string | undefined }) {
  const shown = displayName(text);
  return (
    <bdi className={mergeClasses(useStyles().cut, className)} title={shown}>
      {shown}
    </bdi>
  );
}
