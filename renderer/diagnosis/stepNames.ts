import type { DiagnosisStep } from '../../shared/model.ts';

/** What is looked at, for a person. */
export const stepNames: Record<DiagnosisStep['step'], string> = {
  proxy: 'Way through the network (proxy)',
  names: 'Names of the services',
  'sign-in-server': 'Sign-in server and its certificate (TLS)',
  service: 'Practice service and its certificate (TLS)',
  clock: 'Clock of this computer',
  account: 'Your account',
  'disk-space': 'Room on the disk',
  'disk-speed': 'Speed of the disk',
  'folder-watching': 'Watching of folders',
  storage: 'Storage for documents and its certificate (TLS)',
};

export const resultWords: Record<DiagnosisStep['result'], string> = {
  ok: 'All well',
  warn: 'Look at this',
  fail: 'Does not work',
};
