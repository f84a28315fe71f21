import { makeStyles, Toolbar, ToolbarButton, ToolbarDivider } from '@fluentui/react-components';
import { Fragment } from 'react';
import { keyWords } from '../../words/keys.ts';
import type { DocumentCommand } from './useDocumentCommands.tsx';

const useStyles = makeStyles({
  bar: { padding: 0, flexShrink: 0, flexWrap: 'wrap' },
  button: { minWidth: '28px', padding: '4px' },
  divider: { '@media (max-width: 760px)': { display: 'none' } },
});

/** The commands for what is selected, in sight above the list. */
export function DocumentBar({ groups }: { groups: readonly (readonly DocumentCommand[])[] }) {
  const styles = useStyles();
  return (
    <Toolbar size="small" aria-label="Commands for the selected documents" className={styles.bar}>
      {groups.map((commands, index) => (
        <Fragment key={commands[0]?.id}>
          {index === 0 ? null : <ToolbarDivider className={styles.divider} />}
          {commands
            .filter(({ inBar }) => inBar)
            .map(({ id, icon, label, keys, isOff, run }) => (
              <ToolbarButton
                key={id}
                icon={icon}
                aria-label={label}
                title={keys === undefined ? label : `${label} (${keyWords(keys)})`}
                disabled={isOff}
                className={styles.button}
                onClick={run}
              />
            ))}
        </Fragment>
      ))}
    </Toolbar>
  );
}
