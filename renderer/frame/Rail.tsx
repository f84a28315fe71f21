import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import {
  Briefcase24Filled,
  Briefcase24Regular,
  Building24Filled,
  Building24Regular,
  type FluentIcon,
  Pulse24Filled,
  Pulse24Regular,
  Settings24Filled,
  Settings24Regular,
  Warning24Filled,
  Warning24Regular,
} from '@fluentui/react-icons';
import icon from '../assets/icon.svg';
import { useStatus } from '../conversation/useConversation.ts';
import { hashOf, type Place } from '../place/place.ts';

const useStyles = makeStyles({
  rail: {
    gridArea: 'rail',
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'stretch',
    gap: '4px',
    padding: '10px 6px',
    overflowY: 'auto',
    '@media (max-height: 520px)': { padding: '4px', gap: '2px' },
  },
  icon: {
    width: '32px',
    height: '32px',
    alignSelf: 'center',
    marginBottom: '14px',
    '@media (max-height: 520px)': { width: '26px', height: '26px', marginBottom: '6px', marginTop: '4px' },
  },
  grow: { flexGrow: 1 },
  link: {
    position: 'relative',
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    gap: '2px',
    padding: '8px 2px',
    borderRadius: tokens.borderRadiusMedium,
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    textDecorationLine: 'none',
    ':hover': { backgroundColor: tokens.colorNeutralBackground3Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  here: {
    color: tokens.colorBrandForeground1,
    fontWeight: tokens.fontWeightSemibold,
    backgroundColor: tokens.colorNeutralBackground1,
    '@media (forced-colors: active)': { outline: '2px solid Highlight' },
  },
  /** Folded into the icon where the window is low. */
  name: { '@media (max-height: 520px)': { display: 'none' } },
  badge: {
    position: 'absolute',
    top: '4px',
    right: '14px',
    minWidth: '16px',
    height: '16px',
    padding: '0 4px',
    boxSizing: 'border-box',
    borderRadius: tokens.borderRadiusCircular,
    textAlign: 'center',
    lineHeight: '16px',
    fontSize: tokens.fontSizeBase100,
    fontWeight: tokens.fontWeightSemibold,
    color: '#fff',
    backgroundColor: tokens.colorPaletteRedBackground3,
    '@media (max-height: 520px)': { right: 0, top: 0 },
    '@media (forced-colors: active)': { border: '1px solid ButtonText' },
  },
});

interface Stop {
  place: Place;
  name: string;
  off: FluentIcon;
  on: FluentIcon;
}

const matters: Stop = {
  place: { screen: 'matters' },
  name: 'Matters',
  off: Briefcase24Regular,
  on: Briefcase24Filled,
};
const activity: Stop = {
  place: { screen: 'activity', part: 'now' },
  name: 'Activity',
  off: Pulse24Regular,
  on: Pulse24Filled,
};
const firm: Stop = {
  place: { screen: 'firm', part: 'requests' },
  name: 'Firm',
  off: Building24Regular,
  on: Building24Filled,
};
const problems: Stop = {
  place: { screen: 'problems' },
  name: 'Problems',
  off: Warning24Regular,
  on: Warning24Filled,
};
const settings: Stop = {
  place: { screen: 'settings' },
  name: 'Settings',
  off: Settings24Regular,
  on: Settings24Filled,
};

export function Rail({ place }: { place: Place }) {
  const styles = useStyles();
  const status = useStatus();
  return (
    <nav aria-label="Main" className={styles.rail}>
      <img src={icon} alt="Matterline" className={styles.icon} />
      <RailLink stop={matters} here={place.screen === 'matters' || place.screen === 'matter'} />
      <RailLink stop={activity} here={place.screen === 'activity'} />
      <RailLink stop={firm} here={place.screen === 'firm'} badge={status?.requests?.problems ?? 0} />
      <RailLink stop={problems} here={place.screen === 'problems'} badge={status?.problems ?? 0} />
      <span className={styles.grow} />
      <RailLink stop={settings} here={place.screen === 'settings'} />
    </nav>
  );
}

function RailLink({ stop, here, badge = 0 }: { stop: Stop; here: boolean; badge?: number }) {
  const styles = useStyles();
  const Icon = here ? stop.on : stop.off;
  return (
    <a
      href={hashOf(stop.place)}
      aria-current={here ? 'page' : undefined}
      aria-label={badge > 0 ? `${stop.name}, ${badge}` : stop.name}
      title={stop.name}
      className={mergeClasses(styles.link, here && styles.here)}
    >
      <Icon aria-hidden />
      <span className={styles.name}>{stop.name}</span>
      {badge > 0 ? (
        <span aria-hidden className={styles.badge}>
          {badge > 99 ? '99+' : badge}
        </span>
      ) : null}
    </a>
  );
}
