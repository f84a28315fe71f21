import { makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import type { Session } from '../../shared/model/index.ts';
import { usePerson } from '../conversation/useConversation.ts';
import { later } from '../widgets/later.tsx';
import { displayName } from '../words/displayName.ts';
import { initialsOf } from './personWords.ts';
import { useOwnStaff } from './useOwnStaff.ts';

const PersonMenu = later(async () => (await import('./PersonMenu.tsx')).PersonMenu);

const useStyles = makeStyles({
  button: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    flexShrink: 0,
    minHeight: '32px',
    padding: '0 8px 0 2px',
    font: 'inherit',
    color: tokens.colorNeutralForeground1,
    backgroundColor: 'transparent',
    border: 'none',
    borderRadius: tokens.borderRadiusMedium,
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorNeutralBackground3Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  mark: {
    display: 'grid',
    placeItems: 'center',
    width: '28px',
    height: '28px',
    borderRadius: tokens.borderRadiusCircular,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorNeutralForegroundOnBrand,
    backgroundColor: tokens.colorBrandBackground,
    '@media (forced-colors: active)': { border: '1px solid ButtonText' },
  },
  name: {
    maxWidth: 'clamp(80px, 14vw, 200px)',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    '@media (max-width: 900px)': { display: 'none' },
  },
});

interface PersonButtonProps {
  session: Exclude<Session, { state: 'signing-in' }>;
  /** Leads to where the secrets of the connection are entered again. */
  onConnect: () => void;
}

/** Who is signed in, and the way out. */
export function PersonButton({ session, onConnect }: PersonButtonProps) {
  const styles = useStyles();
  const person = usePerson();
  const staff = useOwnStaff();
  const [button, setButton] = useState<HTMLButtonElement | null>(null);
  const [isOpen, setOpen] = useState(false);
  const isSignedIn = session.state === 'signed-in';
  const name = isSignedIn ? (staff === null ? 'Signed in' : displayName(staff.name)) : 'Signed out';
  const isKnown = isSignedIn && staff !== null && person?.state !== 'nobody';
  return (
    <>
      <button
        ref={setButton}
        type="button"
        className={styles.button}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={isKnown ? `Signed in as ${name}` : name}
        title={isKnown ? `Signed in as ${name}` : name}
        onClick={() => setOpen(!isOpen)}
      >
        <span aria-hidden className={styles.mark}>
          {isKnown ? initialsOf(name) : '?'}
        </span>
        <bdi className={styles.name}>{name}</bdi>
      </button>
      {isOpen && button ? (
        <PersonMenu
          session={session}
          target={button}
          onConnect={onConnect}
          onClose={() => {
            setOpen(false);
            button.focus();
          }}
        />
      ) : null}
    </>
  );
}
