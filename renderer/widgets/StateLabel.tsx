import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import {
  ArrowCircleUp16Regular,
  CheckmarkCircle16Regular,
  Clock16Regular,
  Cloud16Regular,
  CloudDismiss16Regular,
  DocumentDismiss16Regular,
  ErrorCircle16Filled,
  type FluentIcon,
  Prohibited16Regular,
  Save16Regular,
  Send16Regular,
} from '@fluentui/react-icons';
import type { DocumentState } from '../../shared/model/index.ts';
import { stateWords } from '../words/states.ts';

const icons: Record<DocumentState, FluentIcon> = {
  filed: CheckmarkCircle16Regular,
  waiting: Clock16Regular,
  sending: ArrowCircleUp16Regular,
  sent: Send16Regular,
  problem: ErrorCircle16Filled,
  kept: Save16Regular,
  'left-out': Prohibited16Regular,
  'deleted-there': CloudDismiss16Regular,
  'removed-here': DocumentDismiss16Regular,
  'not-here': Cloud16Regular,
};

const useStyles = makeStyles({
  label: { display: 'flex', alignItems: 'center', gap: '6px', minWidth: 0, maxWidth: '100%' },
  words: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  icon: { flexShrink: 0 },
  good: { color: tokens.colorNeutralForeground2 },
  goodIcon: { color: tokens.colorStatusSuccessForeground1 },
  quiet: { color: tokens.colorNeutralForeground3 },
  busy: { color: tokens.colorBrandForeground1 },
  bad: { color: tokens.colorStatusDangerForeground1 },
});

/** A state as icon and words; colour only adds to them. */
interface StateLabelProps {
  state: DocumentState;
  words: string;
  /** Told when somebody asks. */
  more?: string;
}

export function StateLabel({ state, words, more = '' }: StateLabelProps) {
  const styles = useStyles();
  const { tone, meaning } = stateWords[state];
  const Icon = icons[state];
  return (
    <span className={mergeClasses(styles.label, styles[tone])} title={`${words}. ${meaning} ${more}`.trim()}>
      <Icon aria-hidden className={mergeClasses(styles.icon, tone === 'good' && styles.goodIcon)} />
      <span className={styles.words}>{words}</span>
    </span>
  );
}
