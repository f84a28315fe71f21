import { makeStyles, tokens } from '@fluentui/react-components';
import type { PreviewPage } from '../../shared/model/index.ts';
import { documentText } from '../words/displayName.ts';
import { visuallyHidden } from './visuallyHidden.ts';

const useStyles = makeStyles({
  pages: {
    display: 'flex',
    flexDirection: 'column',
    gap: '16px',
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
  page: { position: 'relative', margin: 0 },
  picture: {
    display: 'block',
    width: '100%',
    height: 'auto',
    boxSizing: 'border-box',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: 'white',
  },
  number: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200, margin: '2px 0 0' },
  text: { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', margin: 0 },
  hidden: visuallyHidden,
});

/** Pages of a document: as pictures, with their text for whoever cannot see them, or as text. */
export function PreviewPages({ pages, asText }: { pages: readonly PreviewPage[]; asText: boolean }) {
  const styles = useStyles();
  return (
    <ol className={styles.pages} aria-label="Pages">
      {pages.map(({ number, of, picture, width, height, text }) => (
        <li key={number} className={styles.page}>
          {asText ? (
            <p className={styles.text}>
              {text === '' ? 'This page has no text: it is a picture.' : documentText(text)}
            </p>
          ) : (
            <>
              <img
                src={picture}
                width={width}
                height={height}
                alt={`Page ${number} of ${of}${text === '' ? ', a picture without text that can be read out' : ''}`}
                className={styles.picture}
              />
              {text === '' ? null : <p className={styles.hidden}>{documentText(text)}</p>}
            </>
          )}
          <p className={styles.number}>
            Page {number} of {of}
          </p>
        </li>
      ))}
    </ol>
  );
}
