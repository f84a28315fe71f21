import {
  Menu,
  MenuDivider,
  MenuGroup,
  MenuGroupHeader,
  MenuItem,
  MenuList,
  MenuPopover,
  makeStyles,
} from '@fluentui/react-components';
import { PersonKey20Regular, PersonSettings20Regular, SignOut20Regular } from '@fluentui/react-icons';
import { useState } from 'react';
import type { Session } from '../../shared/model/index.ts';
import { useConversation } from '../conversation/useConversation.ts';
import { useAct } from '../frame/notices.tsx';
import { goTo } from '../place/usePlace.ts';
import { SignOutDialog } from '../sign-out/SignOutDialog.tsx';
import { displayName } from '../words/displayName.ts';
import { longDate } from '../words/time.ts';
import { useOwnStaff } from './useOwnStaff.ts';

const useStyles = makeStyles({
  list: { zIndex: 10, maxWidth: '320px' },
  who: { height: 'auto', overflowWrap: 'anywhere', whiteSpace: 'normal' },
});

interface PersonMenuProps {
  session: Exclude<Session, { state: 'signing-in' }>;
  target: HTMLElement;
  onConnect: () => void;
  onClose: () => void;
}

/** Who is signed in until when, and signing in and out. */
export function PersonMenu({ session, target, onConnect, onClose }: PersonMenuProps) {
  const styles = useStyles();
  const { client } = useConversation();
  const act = useAct();
  const staff = useOwnStaff();
  const [isLeaving, setLeaving] = useState(false);
  if (isLeaving) return <SignOutDialog onClose={onClose} />;
  const isSignedIn = session.state === 'signed-in';
  const who = isSignedIn
    ? `${staff === null ? 'Signed in' : displayName(staff.name)}, until ${longDate(session.signInAgainBy)}`
    : 'Nobody is signed in: what is saved is kept, and filed after the next sign-in.';
  return (
    <Menu
      open
      inline
      onOpenChange={(_event, { open, type }) => open || type === 'menuItemClick' || onClose()}
      positioning={{ strategy: 'fixed', target, position: 'below', align: 'end' }}
    >
      <MenuPopover className={styles.list}>
        <MenuList>
          <MenuGroup>
            <MenuGroupHeader className={styles.who}>{who}</MenuGroupHeader>
            <MenuItem
              icon={<PersonSettings20Regular />}
              onClick={() => {
                onClose();
                goTo({ screen: 'settings', section: 'you' });
              }}
            >
              Account settings
            </MenuItem>
          </MenuGroup>
          <MenuDivider />
          {isSignedIn ? (
            <MenuItem icon={<SignOut20Regular />} onClick={() => setLeaving(true)}>
              Sign out…
            </MenuItem>
          ) : (
            <MenuItem
              icon={<PersonKey20Regular />}
              onClick={() => {
                onClose();
                if (session.state === 'unconfigured') onConnect();
                else act(() => client.app.signIn());
              }}
            >
              Sign in
            </MenuItem>
          )}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
