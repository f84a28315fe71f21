import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { pageOrigin } from '../../main/window/page-policy.ts';
import { projectFolder } from '../../scripts/project-folder.ts';
import { asking } from './support/asking.ts';
import { testClosedWindow } from './support/closed-window.ts';
import { Office } from './support/office.ts';
import { packedLaunch } from './support/packed.ts';

describe('the window of the packed program', () => {
  testClosedWindow(async () => Office.open({}, await packedLaunch('test')));
});

describe('the running window', () => {
  testClosedWindow(() => Office.open(), fromInside);
});

/** What only somebody inside of the program can look at or try. */
function fromInside(office: () => Office): void {
  const electron = () => office().computer.app.electron;

  test('is sandboxed, isolated and without Node', async () => {
    const preferences = await electron().evaluate(({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      const read: unknown = contents && Reflect.get(contents, 'getLastWebPreferences');
      return typeof read === 'function' ? read.call(contents) : null;
    });
    expect(preferences).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
    });
  });

  test('alone may talk to main: another page gets no answer, even with our preload and origin', async () => {
    const asked = asking('/app/info');
    const heard = await electron().evaluate(
      async ({ BrowserWindow }, { preload, address, script }) => {
        const outsider = new BrowserWindow({ show: false, webPreferences: { preload, sandbox: true } });
        await outsider.loadURL(address);
        const silence = new Promise((resolve) => setTimeout(() => resolve('silence'), 1_000));
        const answer: unknown = await Promise.race([outsider.webContents.executeJavaScript(script), silence]);
        outsider.destroy();
        return answer;
      },
      {
        preload: join(projectFolder, 'out', 'preload', 'index.cjs'),
        address: `${pageOrigin}/index.html`,
        script: asked,
      },
    );
    expect(heard).toBe('silence');
    expect(office().computer.app.output).toContain('A message from a page that is not ours was dropped.');
    // The same words from our own page are answered: it was not the words.
    expect(await office().page.evaluate(asked)).toContain('"version"');
  });
}
