import { makeStyles, tokens } from '@fluentui/react-components';
import { displayName } from '../words/displayName.ts';
import { UpdateLine } from './UpdateLine.tsx';

const useStyles = makeStyles({ quiet: { color: tokens.colorNeutralForeground3, margin: 0 } });

/** Which version this is, and whether there is a newer one. */
export function About({ version }: { version: string }) {
  return (
    <>
      <p className={useStyles().quiet}>Matterline {version === '' ? '' : displayName(version)}</p>
      <UpdateLine />
    </>
  );
}
