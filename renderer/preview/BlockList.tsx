/* oxlint-disable jsx-a11y/prefer-tag-over-role -- the level of a heading is the document's */
import { makeStyles, tokens } from '@fluentui/react-components';
import type { TextBlock } from '../../shared/model/index.ts';
import { documentText } from '../words/displayName.ts';
import { alike } from './alike.ts';

const useStyles = makeStyles({
  text: { maxWidth: '80ch', overflowWrap: 'anywhere' },
  heading: { fontSize: tokens.fontSizeBase400, fontWeight: tokens.fontWeightSemibold, margin: '12px 0 4px' },
  paragraph: { margin: '0 0 8px', whiteSpace: 'pre-wrap' },
  list: { margin: '0 0 8px', paddingLeft: '24px', whiteSpace: 'pre-wrap' },
  table: {
    width: '100%',
    tableLayout: 'fixed',
    borderCollapse: 'collapse',
    margin: '4px 0 12px',
    '& td': {
      border: `1px solid ${tokens.colorNeutralStroke2}`,
      padding: '4px 8px',
      verticalAlign: 'top',
      whiteSpace: 'pre-wrap',
    },
  },
});

/** The text of a document, with what its parts are. */
export function BlockList({ blocks }: { blocks: readonly TextBlock[] }) {
  const styles = useStyles();
  return (
    <div className={styles.text}>
      {alike(blocks).map(({ at, kind, run }) => {
        if (kind === 'row') return <Rows key={at} run={run} />;
        if (kind === 'item')
          return (
            <ul key={at} className={styles.list}>
              {run.map((item, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a text that is never changed
                <li key={index}>{wordsIn(item)}</li>
              ))}
            </ul>
          );
        return run.map((block, index) =>
          block.kind === 'heading' ? (
            // biome-ignore lint/a11y/useSemanticElements: the level is the document's
            <p
              key={at + index}
              role="heading"
              aria-level={Math.min(6, block.level + 2)}
              className={styles.heading}
            >
              {wordsIn(block)}
            </p>
          ) : (
            <p key={at + index} className={styles.paragraph}>
              {wordsIn(block)}
            </p>
          ),
        );
      })}
    </div>
  );
}

function Rows({ run }: { run: readonly TextBlock[] }) {
  const styles = useStyles();
  return (
    <table className={styles.table}>
      <tbody>
        {run.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a text that is never changed
          <tr key={index}>
            {row.kind === 'row'
              ? row.cells.map((cell, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a text that is never changed
                  <td key={column}>{documentText(cell)}</td>
                ))
              : null}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const wordsIn = (block: TextBlock): string => (block.kind === 'row' ? '' : documentText(block.text));
