import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import {
  CheckmarkCircle16Regular,
  Clock16Regular,
  ErrorCircle16Filled,
  type FluentIcon,
  Prohibited16Regular,
  Send16Regular,
} from '@fluentui/react-icons';
import type { RequestState as State } from '../../../shared/model/index.ts';
import { stateNames } from './requestWords.ts';

const icons: Record<State, FluentIcon> = {
  waiting: Clock16Regular,
  sent: Send16Regular,
  done: CheckmarkCircle16Regular,
  problem: ErrorCircle16Filled,
  cancelled: Prohibited16Regular,
};

const useStyles = makeStyles({
  label: { display: 'inline-flex', alignItems: 'center', gap: '6px', flexShrink: 0 },
  waiting: { color: tokens.colorBrandForeground1 },
  sent: { color: tokens.colorBrandForeground1 },
  done: { color: tokens.colorStatusSuccessForeground1 },
  problem: { color: tokens.colorStatusDangerForeground1 },
  cancelled: { color: tokens.colorNeutralForeground3 },
});

/** A state as icon and word; colour only adds to them. */
export function RequestState({ state }: { state: State }) {
  const styles = useStyles();
  const Icon = icons[state];
  return (
    <span className={mergeClasses(styles.label, styles[state])}>
      <Icon aria-hidden />
      {stateNames[state]}
    </span>
  );
}
