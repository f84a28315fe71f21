import { makeStyles, Text, tokens } from '@fluentui/react-components';
import type { DocumentRow } from '../../../shared/model/index.ts';
import { Name } from '../../widgets/Name.tsx';
import { numberWords } from '../../words/formats.ts';
import { sizeWords } from '../../words/size.ts';

const useStyles = makeStyles({
  // As high with a selection as without one, so that no row moves while several are selected.
  heading: {
    display: 'flex',
    flexDirection: 'column',
    justifyContent: 'center',
    height: '36px',
    // Narrower than this it has a line of its own.
    minWidth: 'min(100%, 90px)',
    flexGrow: 100,
    flexBasis: 0,
  },
  name: { margin: 0, lineHeight: '22px' },
  selected: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: '14px',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    ':empty': { display: 'none' },
  },
  size: { '@media (max-width: 760px)': { display: 'none' } },
});

/** Which folder is listed, and how much of it is selected. */
export function FolderHeading({ name, selected }: { name: string; selected: readonly DocumentRow[] }) {
  const styles = useStyles();
  const bytes = selected.reduce((sum, { size }) => sum + (size ?? 0), 0);
  const words = `${numberWords(selected.length)} selected`;
  const size = `, ${sizeWords(bytes)}`;
  const areSeveral = selected.length > 1;
  return (
    <div className={styles.heading}>
      <Text as="h2" size={400} weight="semibold" className={styles.name}>
        <Name text={name} />
      </Text>
      <output title={areSeveral ? words + size : undefined} className={styles.selected}>
        {areSeveral ? (
          <>
            {words}
            <span className={styles.size}>{size}</span>
          </>
        ) : null}
      </output>
    </div>
  );
}
