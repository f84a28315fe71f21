import {
  Menu,
  MenuButton,
  MenuItemRadio,
  MenuList,
  MenuPopover,
  MenuTrigger,
  makeStyles,
  tokens,
} from '@fluentui/react-components';
import { PersonSwap20Regular, PersonWarning20Regular } from '@fluentui/react-icons';
import type { ProfilesView } from '../../shared/model/index.ts';
import { displayName } from '../words/displayName.ts';
import { useShowProfile } from './useShowProfile.tsx';

const useStyles = makeStyles({
  button: { flexShrink: 0, maxWidth: 'clamp(110px, 18vw, 220px)' },
  name: { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  list: { maxWidth: '360px', zIndex: 10 },
  item: { overflowWrap: 'anywhere' },
  need: { color: tokens.colorStatusWarningForeground3 },
});

/** Which profile is shown, and the way to another. */
export function ProfileChoice({ shown, profiles }: ProfilesView) {
  const styles = useStyles();
  const { show, refused } = useShowProfile();
  const name = displayName(profiles.find(({ id }) => id === shown)?.name ?? '');
  const needElsewhere = profiles.some(({ id, need }) => id !== shown && need !== null);
  const words = `Profile: ${name}${needElsewhere ? '. Another profile needs you' : ''}`;
  return (
    <>
      <Menu
        inline
        positioning={{ strategy: 'fixed', position: 'below', align: 'end' }}
        checkedValues={{ profile: [shown] }}
        onCheckedValueChange={(_event, { checkedItems: [id] }) => {
          if (id !== undefined && id !== shown) void show(id);
        }}
      >
        <MenuTrigger disableButtonEnhancement>
          <MenuButton
            appearance="subtle"
            className={styles.button}
            icon={
              needElsewhere ? <PersonWarning20Regular className={styles.need} /> : <PersonSwap20Regular />
            }
            aria-label={words}
            title={needElsewhere ? words : name}
          >
            <span className={styles.name}>{name}</span>
          </MenuButton>
        </MenuTrigger>
        <MenuPopover className={styles.list}>
          <MenuList>
            {profiles.map((profile) => (
              <MenuItemRadio
                key={profile.id}
                name="profile"
                value={profile.id}
                className={styles.item}
                {...(profile.need !== null && { subText: displayName(profile.need) })}
              >
                {displayName(profile.name)}
              </MenuItemRadio>
            ))}
          </MenuList>
        </MenuPopover>
      </Menu>
      {refused}
    </>
  );
}
