import { expect, test } from 'vitest';
import { argumentsAgain } from '../../../main/sign-in/arguments-again.ts';

const link = 'com.matterline.desktop:/oauth2/callback?state=s';

test('the program that is started once more comes with its window, and for no sign-in but the one that is answered', () => {
  const before = ['/opt/matterline', '--config', '/firm.json', '--background', link];
  expect(argumentsAgain(before, null)).toEqual(['--config', '/firm.json']);
  expect(argumentsAgain(before, `${link}2`)).toEqual(['--config', '/firm.json', `${link}2`]);
});
