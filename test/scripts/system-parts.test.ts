import { expect, test } from 'vitest';
import { aptCommandText, isComplete, missingLibraries } from '../../scripts/system-parts.ts';

const libraryPackages =
  'libgtk-3-0 libnss3 libasound2 libgbm1 libcups2 libatk-bridge2.0-0 libxcomposite1 libxdamage1 libxrandr2 libxkbcommon0';

test('the libraries that are not found are read from what ldd prints', () => {
  const output = [
    '\tlinux-vdso.so.1 (0x00007ffd5a5f2000)',
    '\tlibffmpeg.so => /opt/electron/libffmpeg.so (0x00007f1c6a000000)',
    '\tlibgtk-3.so.0 => not found',
    '\tlibc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x00007f1c69e00000)',
    '\tlibnss3.so => not found',
    '\t/lib64/ld-linux-x86-64.so.2 (0x00007f1c6a5d1000)',
  ].join('\n');
  expect(missingLibraries(output)).toEqual(['libgtk-3.so.0', 'libnss3.so']);
});

test('a machine that lacks nothing is left alone', () => {
  expect(isComplete({ libraries: [], displayServer: false })).toBe(true);
  expect(isComplete({ libraries: [], displayServer: true })).toBe(false);
  expect(isComplete({ libraries: ['libnss3.so'], displayServer: false })).toBe(false);
});

test('the command to paste installs exactly what is missing', () => {
  const command = 'sudo apt-get update && sudo apt-get install -y --no-install-recommends';
  expect(aptCommandText({ libraries: [], displayServer: true })).toBe(`${command} xvfb`);
  expect(aptCommandText({ libraries: ['libnss3.so'], displayServer: false })).toBe(
    `${command} ${libraryPackages}`,
  );
  expect(aptCommandText({ libraries: ['libnss3.so'], displayServer: true })).toBe(
    `${command} xvfb ${libraryPackages}`,
  );
});
