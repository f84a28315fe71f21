import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { ComparedParagraph } from '../../shared/model/index.ts';
import { count } from '../words/count.ts';
import { documentText } from '../words/displayName.ts';
import { visuallyHidden } from './visuallyHidden.ts';

const useStyles = makeStyles({
  paragraph: {
    position: 'relative',
    margin: '0 0 8px',
    paddingLeft: '10px',
    borderLeft: '3px solid transparent',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    minHeight: '1em',
    scrollMarginTop: '24px',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '2px' },
  },
  changed: {
    borderLeftColor: tokens.colorBrandStroke1,
    '@media (forced-colors: active)': { borderLeftColor: 'Highlight' },
  },
  inserted: {
    textDecorationLine: 'underline',
    textDecorationThickness: '2px',
    color: tokens.colorStatusSuccessForeground1,
    backgroundColor: tokens.colorStatusSuccessBackground1,
  },
  deleted: {
    textDecorationLine: 'line-through',
    color: tokens.colorStatusDangerForeground1,
    backgroundColor: tokens.colorStatusDangerBackground1,
  },
  hidden: visuallyHidden,
  gap: { margin: '0 0 8px', color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

const isChanged = ({ parts }: ComparedParagraph): boolean => parts.some(({ kind }) => kind !== 'same');

/** How many paragraphs changed, and the same in words. */
export function countChanges(paragraphs: readonly ComparedParagraph[]): { count: number; words: string } {
  const changed = paragraphs.filter(isChanged);
  const has = (wanted: 'inserted' | 'deleted') =>
    changed.filter(({ parts }) => parts.some(({ kind }) => kind === wanted)).length;
  if (changed.length === 0) return { count: 0, words: 'Their text is the same.' };
  return {
    count: changed.length,
    words: `${count(changed.length, 'paragraph')} changed: ${has('inserted')} with insertions, ${has('deleted')} with deletions.`,
  };
}

/** Goes to the next paragraph that changed, or the one before; round from the end. */
export function toNextChange(text: HTMLElement, step: 1 | -1): void {
  const changes = [...text.querySelectorAll<HTMLElement>('[data-changed]')];
  const at = changes.findIndex((change) => change === document.activeElement);
  const next = at < 0 && step < 0 ? changes.length - 1 : (at + step + changes.length) % changes.length;
  changes[next]?.focus();
  changes[next]?.scrollIntoView({ block: 'center' });
}

interface MarkedTextProps {
  paragraphs: readonly ComparedParagraph[];
  /** What stayed as it was is left out, and said to be. */
  onlyChanges: boolean;
}

/** Insertions underlined, deletions struck through, both said aloud: not told apart by their colour alone. */
export function MarkedText({ paragraphs, onlyChanges }: MarkedTextProps) {
  const styles = useStyles();
  return paragraphs.map((paragraph, index) => {
    if (!isChanged(paragraph)) {
      if (!onlyChanges) {
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a text that is never changed
          <p key={index} className={styles.paragraph}>
            {documentText(paragraph.parts.map(({ text }) => text).join(''))}
          </p>
        );
      }
      const before = paragraphs[index - 1];
      const isFirstOfGap = before === undefined || isChanged(before);
      return isFirstOfGap ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: a text that is never changed
        <p key={index} className={styles.gap}>
          …
        </p>
      ) : null;
    }
    return (
      <p
        // biome-ignore lint/suspicious/noArrayIndexKey: a text that is never changed
        key={index}
        data-changed
        tabIndex={-1}
        className={mergeClasses(styles.paragraph, styles.changed)}
      >
        {paragraph.parts.map(({ kind, text }, part) => {
          if (kind === 'same') return documentText(text);
          const Mark = kind === 'inserted' ? 'ins' : 'del';
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a text that is never changed
            <Mark key={part} className={styles[kind]}>
              <span className={styles.hidden}>[{kind}: </span>
              {documentText(text)}
              <span className={styles.hidden}>] </span>
            </Mark>
          );
        })}
      </p>
    );
  });
}
