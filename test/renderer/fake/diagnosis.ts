import type { DiagnosisStep } from '../../../shared/model/index.ts';
import type { Scene } from './scenes.ts';

const well: readonly DiagnosisStep[] = [
  {
    step: 'proxy',
    result: 'ok',
    words: 'The practice service is reached without a proxy.',
    adviceForIt: null,
  },
  {
    step: 'names',
    result: 'ok',
    words: 'The names of the services are known on this network.',
    adviceForIt: null,
  },
  {
    step: 'sign-in-server',
    result: 'ok',
    words: 'The sign-in server answers at https://login.firm.example.',
    adviceForIt: null,
  },
  {
    step: 'service',
    result: 'ok',
    words: 'The practice service answers at https://api.firm.example.',
    adviceForIt: null,
  },
  { step: 'clock', result: 'ok', words: 'This computer’s clock is right.', adviceForIt: null },
  { step: 'account', result: 'ok', words: 'Documents can be filed.', adviceForIt: null },
  {
    step: 'disk-space',
    result: 'ok',
    words: '84210 MB are free where the program keeps saves.',
    adviceForIt: null,
  },
  { step: 'disk-speed', result: 'ok', words: 'The disk takes 212.4 MB a second.', adviceForIt: null },
  {
    step: 'folder-watching',
    result: 'ok',
    words: 'Changes in folders are noticed at once.',
    adviceForIt: null,
  },
];

const unwell: Partial<Record<DiagnosisStep['step'], Omit<DiagnosisStep, 'step'>>> = {
  service: {
    result: 'fail',
    words:
      'The practice service answers with a certificate that this computer does not trust, so nothing is sent.',
    adviceForIt:
      'If the network looks into encrypted connections, put its authority among this computer’s trusted ones. (https://api.firm.example, ERR_CERT_AUTHORITY_INVALID)',
  },
  'disk-space': {
    result: 'warn',
    words: '410 MB are free where the program keeps saves.',
    adviceForIt: 'Make room on this disk.',
  },
};

/** What the diagnosis finds, one after the other. */
export const diagnosisOf = (scene: Scene): DiagnosisStep[] =>
  well.map((step) => (scene.unwell === true ? { ...step, ...unwell[step.step] } : step));

export const diagnosisReport = [
  'Matterline 0.1.0 on linux',
  'Made 2026-11-21T06:00:00.000Z',
  'Decided by an administrator: nothing',
  '',
  'Checks',
  ...well.map(({ step, words }) => `OK   ${step}: ${words}`),
  '',
  'End of the log',
  ...Array.from(
    { length: 60 },
    (_, index) =>
      `2026-11-21T05:${String(index).padStart(2, '0')}:00.000Z main The engine ended; it is started again in 250 ms.`,
  ),
].join('\n');
