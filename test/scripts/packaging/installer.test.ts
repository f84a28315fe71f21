import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callbackScheme } from '../../../main/sign-in/deep-link.ts';
import { projectFolder } from '../../../scripts/project-folder.ts';

/** Debian's places for them; on Windows itself the installer is tried by hand (docs/windows.md). */
const tools = {
  wine: '/usr/lib/wine/wine64',
  server: '/usr/lib/wine/wineserver64',
  makensis: '/usr/bin/makensis',
};
const missing = Object.values(tools).filter((path) => !existsSync(path));
const required = process.env['MATTERLINE_REAL_PROGRAMS'] === 'required';
if (missing.length > 0 && !required)
  console.warn(`SKIPPED “the installer’s own parts”: not installed: ${missing.join(', ')}`);

const command = `HKCU\\Software\\Classes\\${callbackScheme}\\shell\\open\\command`;
const run = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run';

describe.skipIf(missing.length > 0 && !required)('the installer’s own parts', () => {
  let directory: string;
  let home: string;
  const environment = () => ({
    ...process.env,
    WINEPREFIX: join(directory, 'prefix'),
    WINEDEBUG: '-all',
    WINEDLLOVERRIDES: 'mscoree=;mshtml=;winedbg.exe=d',
    XDG_RUNTIME_DIR: directory,
  });
  const windows = (...words: string[]) => {
    const { stdout, status } = spawnSync(tools.wine, words, { env: environment(), encoding: 'utf8' });
    return { status, stdout };
  };
  const installed = (...below: string[]) => join(home, 'AppData/Local/Programs/Matterline', ...below);
  const install = () => windows(`Z:${join(directory, 'setup.exe')}`, '/S');
  const uninstall = (...options: string[]) =>
    windows(installed('Uninstall Matterline.exe'), '/S', ...options);

  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'matterline-installer-'));
    const program = join(directory, 'program');
    writeFileSync(program, 'the program');
    const compiled = spawnSync(
      tools.makensis,
      [
        '-V2',
        `-DOWN_PARTS=${join(projectFolder, 'build/installer.nsh')}`,
        `-DPROGRAM=${program}`,
        `-XOutFile ${join(directory, 'setup.exe')}`,
        join(import.meta.dirname, 'installer/tried.nsi'),
      ],
      { encoding: 'utf8' },
    );
    if (compiled.status !== 0) throw new Error(compiled.stdout + compiled.stderr);
    windows('wineboot', '-i');
    const profile = windows('cmd', '/c', 'echo %USERPROFILE%').stdout.trim();
    home = join(directory, 'prefix', 'drive_c', profile.slice('C:\\'.length).replaceAll('\\', '/'));
  });
  afterAll(() => {
    spawnSync(tools.server, ['-k'], { env: environment() });
    rmSync(directory, { recursive: true, force: true });
  });

  test('a browser finds the program by the sign-in’s scheme once it is installed, without an administrator', () => {
    expect(install().status).toBe(0);
    expect(readFileSync(installed('Matterline.exe'), 'utf8')).toBe('the program');
    const known = windows('reg', 'query', command, '/ve').stdout;
    expect(known).toMatch(/"C:\\[^"]+\\Matterline\.exe" "%1"/);
    expect(windows('reg', 'query', `HKCU\\Software\\Classes\\${callbackScheme}`).stdout).toContain(
      'URL Protocol',
    );
  });

  test('an update takes nothing away: neither the scheme, nor starting at login, nor what is kept', () => {
    install();
    windows('reg', 'add', run, '/v', 'com.matterline.desktop', '/d', 'Matterline.exe', '/f');
    uninstall('--updated');
    expect(windows('reg', 'query', command).status).toBe(0);
    expect(windows('reg', 'query', run, '/v', 'com.matterline.desktop').status).toBe(0);
  });

  test('uninstalling leaves documents and what is not filed; scheme and start at login go', () => {
    install();
    const documents = join(home, 'Documents', 'Matters');
    const kept = join(home, 'AppData/Roaming/Matterline');
    for (const folder of [documents, kept]) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'Brief.docx'), 'not filed yet');
    }
    windows('reg', 'add', run, '/v', 'com.matterline.desktop', '/d', 'Matterline.exe', '/f');
    uninstall();
    expect(existsSync(installed())).toBe(false);
    for (const folder of [documents, kept])
      expect(readFileSync(join(folder, 'Brief.docx'), 'utf8')).toBe('not filed yet');
    expect(windows('reg', 'query', command).status).not.toBe(0);
    expect(windows('reg', 'query', run, '/v', 'com.matterline.desktop').status).not.toBe(0);
  });

  test('uninstalling leaves the scheme to another installation that has it by now', () => {
    install();
    windows('reg', 'add', command, '/ve', '/d', '"C:\\Program Files\\Matterline\\Matterline.exe" "%1"', '/f');
    uninstall();
    expect(windows('reg', 'query', command, '/ve').stdout).toContain('Program Files');
  });
});
