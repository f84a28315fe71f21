import { makeStyles, tokens } from '@fluentui/react-components';

export const useTimelineRowStyles = makeStyles({
  row: {
    display: 'grid',
    gridTemplateColumns: '20px minmax(0, 1fr) auto 24px',
    columnGap: '12px',
    alignItems: 'start',
    padding: '8px 16px',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
  },
  icon: { color: tokens.colorNeutralForeground3, paddingTop: '1px' },
  sentence: { overflowWrap: 'anywhere', lineHeight: tokens.lineHeightBase300 },
  person: { fontWeight: tokens.fontWeightSemibold },
  raw: { display: 'block', color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  matter: { display: 'block', fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground3 },
  state: { display: 'block', marginTop: '2px', fontSize: tokens.fontSizeBase200 },
  time: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase300,
    whiteSpace: 'nowrap',
  },
  inGroup: { paddingLeft: '48px' },
  link: { color: tokens.colorNeutralForeground1, fontWeight: tokens.fontWeightRegular },
  only: {
    color: tokens.colorNeutralForeground3,
    minWidth: '24px',
    height: '24px',
    padding: 0,
    marginTop: '-2px',
  },
});
