import type { DiagnosisStep } from '../../shared/model/index.ts';

/** What is looked at, for a person. */
export const stepNames: Record<DiagnosisStep['step'], string> = {
  proxy: 'Network route (proxy)',
  names: 'Service names (DNS)',
  'sign-in-server': 'Sign-in server and its certificate (TLS)',
  service: 'Practice service and its certificate (TLS)',
  clock: 'Computer clock',
  account: 'Your account',
  'disk-space': 'Free disk space',
  'disk-speed': 'Disk speed',
  'folder-watching': 'Folder watching',
  storage: 'Storage for documents and its certificate (TLS)',
};

export const resultWords: Record<DiagnosisStep['result'], string> = {
  ok: 'OK',
  warn: 'Needs attention',
  fail: 'Failed',
};
