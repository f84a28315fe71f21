import { Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import { Document48Regular } from '@fluentui/react-icons';
import { EmptyState } from '../widgets/EmptyState.tsx';
import { Loading } from '../widgets/Loading.tsx';
import { RefusalBar } from '../widgets/RefusalBar.tsx';
import { displayName } from '../words/displayName.ts';
import { BlockList } from './BlockList.tsx';
import { goingWords } from './goingWords.ts';
import { PreviewPages } from './PreviewPages.tsx';
import { SheetTables } from './SheetTables.tsx';
import type { Preview } from './usePreview.ts';

const useStyles = makeStyles({
  body: { display: 'flex', flexDirection: 'column', gap: '12px', padding: '12px 16px' },
  waits: { minHeight: '96px' },
  quiet: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  picture: {
    display: 'block',
    maxWidth: '100%',
    height: 'auto',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    boxSizing: 'border-box',
  },
});

interface PreviewBodyProps {
  preview: Preview;
  name: string;
  /** Pages are shown as their text, where they have any. */
  asText: boolean;
}

/** Whether there is a choice between pictures of pages and their text. */
export const hasPages = ({ pages }: Preview): boolean => pages.length > 0;

/** What there is to see of a document, what goes on, or why there is nothing. */
export function PreviewBody({ preview, name, asText }: PreviewBodyProps) {
  const styles = useStyles();
  const { pages, shown, going, refusal, more, again } = preview;
  const last = pages.at(-1);
  return (
    <div className={styles.body}>
      {pages.length > 0 ? <PreviewPages pages={pages} asText={asText} /> : null}
      {shown?.step === 'picture' ? (
        <img
          src={shown.picture}
          width={shown.width}
          height={shown.height}
          alt={`${name}, without text that can be read out`}
          className={styles.picture}
        />
      ) : null}
      {shown?.step === 'text' ? (
        shown.blocks.length > 0 ? (
          <BlockList blocks={shown.blocks} />
        ) : (
          <p>There is no text in it.</p>
        )
      ) : null}
      {shown?.step === 'sheets' ? <SheetTables sheets={shown.sheets} /> : null}
      {going ? (
        <div className={styles.waits}>
          <Loading label={goingWords(going)} />
        </div>
      ) : null}
      {refusal?.code === 'kind-not-known' ? (
        <EmptyState icon={<Document48Regular />} title={displayName(refusal.what)}>
          {displayName(refusal.why)} {displayName(refusal.next)}
        </EmptyState>
      ) : null}
      {refusal && refusal.code !== 'kind-not-known' ? (
        <RefusalBar refusal={refusal} {...(refusal.code !== 'not-permitted' && { onAgain: again })} />
      ) : null}
      {more && last ? (
        <span>
          <Button onClick={more}>Show more pages</Button>{' '}
          <span className={styles.quiet}>
            {last.number} of {last.of} are shown.
          </span>
        </span>
      ) : null}
      {shown && !going ? <Text className={styles.quiet}>{whatIsNotShown(shown)}</Text> : null}
    </div>
  );
}

function whatIsNotShown(shown: NonNullable<Preview['shown']>): string {
  const cut = 'isCut' in shown && shown.isCut ? 'This is only its beginning. Open it to see all of it.' : '';
  switch (shown.step) {
    case 'text':
      return [cut, 'Text only: layout, pictures, comments, headers and footers are not shown.']
        .filter((part) => part !== '')
        .join(' ');
    case 'sheets':
      return [cut, 'Values as they were calculated last, without their formats.']
        .filter((part) => part !== '')
        .join(' ');
    default:
      return '';
  }
}
