import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import {
  CheckmarkCircle20Regular,
  ErrorCircle20Filled,
  type FluentIcon,
  Warning20Filled,
} from '@fluentui/react-icons';
import type { DiagnosisStep } from '../../shared/model/index.ts';
import { displayName } from '../words/displayName.ts';
import { resultWords, stepNames } from './stepNames.ts';

const icons: Record<DiagnosisStep['result'], FluentIcon> = {
  ok: CheckmarkCircle20Regular,
  warn: Warning20Filled,
  fail: ErrorCircle20Filled,
};

const useStyles = makeStyles({
  row: {
    display: 'grid',
    gridTemplateColumns: '20px minmax(0, 1fr) auto',
    gap: '2px 10px',
    padding: '8px 0',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    overflowWrap: 'anywhere',
  },
  name: { fontWeight: tokens.fontWeightSemibold },
  words: { gridColumn: '2 / -1', margin: 0 },
  adviceForIt: { gridColumn: '2 / -1', margin: 0, color: tokens.colorNeutralForeground2 },
  ok: { color: tokens.colorStatusSuccessForeground1 },
  warn: { color: tokens.colorStatusWarningForeground3 },
  fail: { color: tokens.colorStatusDangerForeground1 },
});

/** One thing that was looked at: what, how it is, and what to tell IT. */
export function StepRow({ step }: { step: DiagnosisStep }) {
  const styles = useStyles();
  const Icon = icons[step.result];
  return (
    <li className={styles.row}>
      <Icon aria-hidden className={styles[step.result]} />
      <span className={styles.name}>{stepNames[step.step]}</span>
      <span className={mergeClasses(styles[step.result])}>{resultWords[step.result]}</span>
      <p className={styles.words}>{displayName(step.words)}</p>
      {step.adviceForIt === null ? null : (
        <p className={styles.adviceForIt}>
          <strong>For IT support:</strong> {displayName(step.adviceForIt)}
        </p>
      )}
    </li>
  );
}
