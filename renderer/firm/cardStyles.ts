import { makeStyles, tokens } from '@fluentui/react-components';

export const useCardStyles = makeStyles({
  item: { padding: '4px 16px' },
  card: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'flex-start',
    gap: '4px',
    minWidth: 0,
    padding: '12px 16px',
    overflowWrap: 'anywhere',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
  },
  title: { margin: 0, maxWidth: '100%', fontSize: tokens.fontSizeBase400 },
  line: { margin: 0 },
  quiet: { margin: 0, color: tokens.colorNeutralForeground3 },
});
