import { makeStyles, tokens } from '@fluentui/react-components';

/** The look of the screens before the frame: one quiet card. */
export const useWelcomeStyles = makeStyles({
  page: {
    height: '100%',
    overflowY: 'auto',
    display: 'grid',
    placeItems: 'center',
    padding: '16px',
    boxSizing: 'border-box',
    backgroundColor: tokens.colorNeutralBackground3,
  },
  card: {
    width: '100%',
    maxWidth: '520px',
    boxSizing: 'border-box',
    display: 'flex',
    flexDirection: 'column',
    gap: '12px',
    padding: '22px 32px',
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusXLarge,
    boxShadow: tokens.shadow4,
  },
  head: { display: 'flex', alignItems: 'center', gap: '14px' },
  icon: { width: '40px', height: '40px' },
  title: { margin: 0 },
  lead: { margin: 0, color: tokens.colorNeutralForeground2 },
  form: { display: 'flex', flexDirection: 'column', gap: '8px' },
  row: {
    display: 'grid',
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    alignItems: 'start',
    gap: '14px',
  },
  actions: { display: 'flex', flexWrap: 'wrap', gap: '8px', marginTop: '4px' },
  address: { display: 'flex', gap: '8px', alignItems: 'end' },
  grow: { flexGrow: 1 },
  narrow: { minWidth: 0, width: '100%' },
  start: { justifyContent: 'flex-start' },
});
