import { once } from 'node:events';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pageOrigin } from '../../../main/window/page-policy.ts';
import { projectFolder } from '../../../scripts/project-folder.ts';
import { hartley } from '../../app/firm.ts';
import { asking } from './asking.ts';
import { openElsewhere } from './elsewhere.ts';
import type { Office } from './office.ts';
import { packingWithin } from './packed.ts';
import { eventually } from './patience.ts';

/**
 * What somebody could do who got a script into the page: each script runs under the page's own policy. To be called
 * where tests are described; `more` adds what can be tested only here, given the office once there is one.
 */
export function testClosedWindow(open: () => Promise<Office>, more?: (office: () => Office) => void): void {
  let office: Office;
  let page: Page;
  let matterId: string;

  beforeAll(async () => {
    office = await open();
    await office.startSignedIn();
    page = office.page;
    await office.window.openMatter(hartley);
    matterId = decodeURIComponent(new URL(page.url()).hash.split('/')[2] ?? '');
  }, packingWithin);
  afterAll(() => office[Symbol.asyncDispose]());

  /** The answer of an expression evaluated in the page. */
  const inPage = <Answer>(script: string): Promise<Answer> => page.evaluate<Answer>(script);

  test('has no Node in the page, and none in the world of its preload, which is apart from the page’s', async () => {
    const names = ['process', 'require', 'module', 'Buffer', 'global', 'electron', 'ipcRenderer'];
    const present = `${JSON.stringify(names)}.filter((name) => name in globalThis)`;
    expect(await inPage(present)).toEqual([]);
    const session = await page.context().newCDPSession(page);
    const worlds: { id: number; name: string }[] = [];
    session.on('Runtime.executionContextCreated', ({ context }) => worlds.push(context));
    await session.send('Runtime.enable');
    const preload = worlds.find(({ name }) => name === 'Electron Isolated Context');
    const inPreload = async (expression: string) => {
      const contextId = preload?.id ?? -1;
      const { result } = await session.send('Runtime.evaluate', {
        expression,
        contextId,
        returnByValue: true,
      });
      return result.value;
    };
    expect(await inPreload(present)).toEqual([]);
    await inPage("void (window.leftByPage = 'here')");
    expect(await inPreload("'leftByPage' in globalThis")).toBe(false);
    await session.detach();
  });

  test('gets from the preload two functions and nothing of Electron', async () => {
    const offered = await inPage<string[]>(
      'Object.entries(window.matterline).map(([name, value]) => `${name}: ${typeof value}`)',
    );
    expect(offered.toSorted()).toEqual(['connect: function', 'pathsOf: function']);
  });

  test('runs no inline script, no inline handler and no eval', async () => {
    const ran = await inPage(`(() => {
      const script = document.createElement('script');
      script.textContent = 'window.inlineScriptRan = true';
      document.body.append(script);
      const button = document.createElement('button');
      button.setAttribute('onclick', 'window.inlineHandlerRan = true');
      document.body.append(button);
      button.click();
      script.remove();
      button.remove();
      return ['inlineScriptRan', 'inlineHandlerRan'].filter((name) => name in window);
    })()`);
    expect(ran).toEqual([]);
    const violated = await inPage(`new Promise((resolve) => {
      addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective), { once: true });
      setTimeout('window.evalRan = true');
    })`);
    expect(violated).toBe('script-src');
    expect(await inPage("'evalRan' in window")).toBe(false);
  });

  test('connects to nobody and loads nothing from elsewhere', async () => {
    await using elsewhere = await openElsewhere();
    const { url, picture, socket } = elsewhere;
    // Anybody else gets what the page is refused.
    expect((await fetch(picture)).headers.get('content-type')).toBe('image/gif');
    const opened = new WebSocket(socket);
    await once(opened, 'open');
    opened.close();
    expect(elsewhere.connections).toBe(2);
    const fetched = [`${office.firm.service.baseUrl}/matters`, url, 'file:///etc/passwd'];
    const reached = () =>
      inPage(`Promise.all([
        ...${JSON.stringify(fetched)}.map((url) => fetch(url, { mode: 'no-cors' }).then(() => url, () => null)),
        new Promise((resolve) => {
          const image = new Image();
          image.onload = () => resolve('image');
          image.onerror = () => resolve(null);
          image.src = ${JSON.stringify(picture)};
        }),
        new Promise((resolve) => {
          const socket = new WebSocket(${JSON.stringify(socket)});
          socket.onopen = () => resolve('socket');
          socket.onerror = () => resolve(null);
        }),
      ])`);
    expect(await reached()).toEqual([null, null, null, null, null]);
    // Nor where the page's own policy is not heeded, which only whoever drives it from outside can have.
    const session = await page.context().newCDPSession(page);
    const heedPolicy = async (heeds: boolean) => {
      await session.send('Page.setBypassCSP', { enabled: !heeds });
      await page.reload();
    };
    await heedPolicy(false);
    await inPage("void setTimeout('window.policyIsOff = true')");
    await expect.poll(() => inPage("'policyIsOff' in window"), eventually).toBe(true);
    expect(await reached()).toEqual([null, null, null, null, null]);
    expect(elsewhere.connections).toBe(2);
    await heedPolicy(true);
    await session.detach();
    await office.window.openMatter(hartley);
  });

  test('is served its own files only, and nothing outside of their folder', async () => {
    const statusOf = (address: string): Promise<number | string> =>
      inPage(`fetch(${JSON.stringify(address)}).then(({ status }) => status, () => 'refused')`);
    expect(await statusOf(`${pageOrigin}/index.html`)).toBe(200);
    const outside = [
      '../main/index.js',
      '..%2fmain%2findex.js',
      '%2e%2e/main/index.js',
      '..\\main\\index.js',
      '..%5cmain%5cindex.js',
      `/${projectFolder}/package.json`,
      'index.html%00.js',
      '.env',
      'assets/',
    ];
    for (const path of outside) {
      expect([path, await statusOf(`${pageOrigin}/${path}`)]).toEqual([path, 404]);
    }
    expect(await statusOf('app://elsewhere/index.html')).not.toBe(200);
  });

  test('carries the content policy on what it is served', async () => {
    const policy = await inPage<string>(
      "fetch('/index.html').then((answer) => answer.headers.get('content-security-policy'))",
    );
    for (const rule of [
      "default-src 'none'",
      "script-src 'self'",
      "connect-src 'self'",
      "img-src 'self' data:",
      "font-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "object-src 'none'",
    ]) {
      expect(policy.split('; ')).toContain(rule);
    }
    expect(policy).toMatch(/style-src 'self' 'nonce-[\w+/=]{16,}'/);
    expect(policy).not.toContain('unsafe');
  });

  test('opens no other window and no webview', async () => {
    const elsewhere = JSON.stringify(office.firm.service.authUrl);
    office.computer.opened.length = 0;
    const opened = await inPage(`(() => {
      const link = document.createElement('a');
      link.href = ${elsewhere};
      link.target = '_blank';
      link.click();
      const view = document.createElement('webview');
      view.setAttribute('src', ${elsewhere});
      document.body.append(view);
      const attached = typeof view.getWebContentsId === 'function';
      view.remove();
      return { window: window.open(${elsewhere}) !== null, attached };
    })()`);
    expect(opened).toEqual({ window: false, attached: false });
    expect(await office.computer.app.pageAddresses()).toHaveLength(1);
    expect(office.computer.opened).toEqual([]);
  });

  test('is denied every permission', async () => {
    const names = ['geolocation', 'notifications', 'camera', 'microphone', 'midi', 'clipboard-read'];
    const states = await inPage(`Promise.all([
      ...${JSON.stringify(names)}.map((name) =>
        navigator.permissions.query({ name }).then(({ state }) => state, () => 'denied')),
      navigator.mediaDevices.getUserMedia({ audio: true }).then(() => 'granted', () => 'denied'),
      Notification.requestPermission(),
      new Promise((resolve) =>
        navigator.geolocation.getCurrentPosition(() => resolve('granted'), () => resolve('denied'))),
    ])`);
    expect(states).toEqual(Array(names.length + 3).fill('denied'));
  });

  test('has no frames: a page put into one gets neither content nor the bridge', async () => {
    const addresses = JSON.stringify(['about:blank', '/index.html', office.firm.service.authUrl]);
    const inFrames = await inPage(`Promise.all(${addresses}.map((address) => new Promise((resolve) => {
      const frame = document.createElement('iframe');
      frame.onload = () => {
        let found;
        try {
          const inner = frame.contentWindow;
          found = { bridge: 'matterline' in inner, content: inner.document.body.childElementCount > 0 };
        } catch {
          found = 'of another origin: the page that stands for what was blocked';
        }
        frame.remove();
        resolve(found);
      };
      frame.src = address;
      document.body.append(frame);
    })))`);
    const nothing = { bridge: false, content: false };
    const blocked = 'of another origin: the page that stands for what was blocked';
    expect(inFrames).toEqual([nothing, blocked, blocked]);
  });

  test('keeps origins apart: what is of another one cannot be looked into', async () => {
    // A frame of no origin at all, which nothing has to be fetched for: only the rule itself stands between.
    const seen = await inPage(`(() => {
      const frame = document.createElement('iframe');
      frame.sandbox = 'allow-scripts';
      document.body.append(frame);
      const { contentDocument } = frame;
      frame.remove();
      return contentDocument === null ? 'nothing' : 'its document';
    })()`);
    expect(seen).toBe('nothing');
  });

  test('can neither link nor add what the person did not point at', async () => {
    const link = asking('/folders/link', { matterId, path: '/etc' });
    expect(await inPage(link)).toContain('It was not chosen in the folder dialog.');
    const paths = ['/etc/passwd'];
    const add = asking('/documents/add', { matterId, folderId: null, folderName: 'Matter folder', paths });
    expect(await inPage(add)).toContain('It was not dropped onto the window.');
  });

  more?.(() => office);

  test('is heard from its own address alone: another page in its place gets no answer', async () => {
    const session = await page.context().newCDPSession(page);
    const heard = `Promise.race([
      ${asking('/app/info')}.catch(() => 'silence'),
      new Promise((resolve) => setTimeout(() => resolve('silence'), 1_000)),
    ])`;
    const before = page.url();
    const dropped = (): number =>
      office.computer.app.output.split('A message from a page that is not ours was dropped.').length;
    const droppedBefore = dropped();
    // Nobody in the page can do this; who drives it from outside can.
    const goTo = async (url: string) => {
      const loaded = page.waitForEvent('load');
      await session.send('Page.navigate', { url });
      await loaded;
    };
    await goTo('about:blank');
    expect(await inPage('typeof window.matterline.connect')).toBe('function');
    expect(await inPage(heard)).toBe('silence');
    await expect.poll(dropped, eventually).toBe(droppedBefore + 1);
    await goTo(before);
    expect(await inPage(heard)).toContain('"version"');
    await office.window.openMatter(hartley);
    await session.detach();
  });

  // Last, because Playwright goes on waiting for navigations that were refused.
  test('goes nowhere else, whoever asks', async () => {
    // What is selected, which the window keeps behind the #, may come meanwhile.
    const pageOf = (address: string) => address.split('#')[0];
    const before = pageOf(page.url());
    const elsewhere = [
      office.firm.service.authUrl,
      'https://example.com/',
      'file:///etc/passwd',
      'data:text/html,<h1>Hello</h1>',
    ];
    for (const address of elsewhere.map((one) => JSON.stringify(one))) {
      await inPage(`void (location.href = ${address})`);
      await inPage(`void Object.assign(document.createElement('a'), { href: ${address} }).click()`);
      await inPage(`(() => {
        const form = Object.assign(document.createElement('form'), { action: ${address} });
        document.body.append(form);
        form.submit();
        form.remove();
      })()`);
    }
    expect((await office.computer.app.pageAddresses()).map(pageOf)).toEqual([before]);
    expect(await inPage("document.querySelector('h1').textContent")).toContain(hartley);
  });
}
