import { Button, makeStyles, tokens } from '@fluentui/react-components';
import type { ConnectionView } from '../../shared/model/index.ts';
import { Fact } from '../widgets/Fact.tsx';
import { Name } from '../widgets/Name.tsx';

const useStyles = makeStyles({
  facts: { margin: 0, width: '100%', display: 'flex', flexDirection: 'column', gap: '4px' },
  quiet: { color: tokens.colorNeutralForeground3, margin: 0 },
});

interface ConnectionSectionProps {
  connection: ConnectionView;
  onChange: () => void;
}

/** Which service the program works with, and the way to another. */
export function ConnectionSection({ connection, onChange }: ConnectionSectionProps) {
  const styles = useStyles();
  return (
    <>
      <dl className={styles.facts}>
        <Fact term="Service address">
          <Name text={connection.baseUrl} />
        </Fact>
        <Fact term="Sign-in address">
          <Name text={connection.authUrl} />
        </Fact>
        <Fact term="Client ID">
          <Name text={connection.clientId} />
        </Fact>
      </dl>
      {connection.source === 'typed' ? (
        <Button onClick={onChange}>Change connection…</Button>
      ) : (
        <p className={styles.quiet}>{whoDecided[connection.source]}</p>
      )}
    </>
  );
}

const whoDecided: Readonly<Record<Exclude<ConnectionView['source'], 'typed'>, string>> = {
  policy: 'Managed by your organisation; it cannot be changed here.',
  file: 'It comes from a connection file on this computer. To change it, change or remove that file.',
};
