import type { DiagnosisStep, Managed } from '../../shared/model/index.ts';

/** Lines of the log that go with it: about what fits a mail. */
const logLines = 1_000;

/**
 * What a person can read and then send: findings, versions, and the end of the log. It is made of nothing else, so that no
 * client's name, document, address beyond its origin, key or token can be in it.
 */
export function diagnosisText(parts: {
  readonly version: string;
  readonly system: string;
  readonly at: number;
  readonly managed: readonly Managed[];
  readonly steps: readonly DiagnosisStep[];
  /** As it is on disk: redacted already. */
  readonly log: string;
}): string {
  const { version, system, managed, steps } = parts;
  const findings = steps.flatMap(({ step, result, words, adviceForIt }) => [
    `${result.toUpperCase().padEnd(5)}${step}: ${words}`,
    ...(adviceForIt === null ? [] : [`     ${adviceForIt}`]),
  ]);
  return [
    `Matterline ${version} on ${system}`,
    `Made ${new Date(parts.at).toISOString()}`,
    `Decided by an administrator: ${managed.length === 0 ? 'nothing' : managed.join(', ')}`,
    '',
    'Checks',
    ...findings,
    '',
    'End of the log',
    ...parts.log.trimEnd().split('\n').slice(-logLines),
    '',
  ].join('\n');
}
