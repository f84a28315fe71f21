import { Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import { Modal } from '../widgets/Modal.tsx';
import { keyWords } from '../words/keys.ts';
import { shortcutGroups } from './shortcuts.ts';

const useStyles = makeStyles({
  scroll: {
    overflowY: 'auto',
    marginTop: '12px',
    columnWidth: '300px',
    columnGap: '32px',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  group: { breakInside: 'avoid', marginBottom: '16px' },
  heading: { margin: '0 0 4px' },
  list: { margin: 0 },
  line: { display: 'grid', gridTemplateColumns: '128px minmax(0, 1fr)', columnGap: '12px', padding: '3px 0' },
  keys: { color: tokens.colorNeutralForeground2, fontWeight: tokens.fontWeightSemibold },
  does: { margin: 0 },
});

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const styles = useStyles();
  return (
    <Modal
      wide
      title="Keyboard shortcuts"
      onClose={onClose}
      actions={
        <Button data-first appearance="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      {/* A scrolling region has to be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className={styles.scroll} tabIndex={0} aria-label="List of shortcuts">
        {shortcutGroups.map(({ title, keys }) => (
          <section key={title} className={styles.group} aria-label={title}>
            <Text as="h3" size={300} weight="semibold" className={styles.heading}>
              {title}
            </Text>
            <dl className={styles.list}>
              {keys.map(([name, does]) => (
                <div key={name} className={styles.line}>
                  <dt className={styles.keys}>{keyWords(name)}</dt>
                  <dd className={styles.does}>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </section>
    </Modal>
  );
}
