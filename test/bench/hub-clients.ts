import { connect, type Socket } from 'node:net';
import type { FolderNews } from '../../main/hub/news/news.ts';

/** What clients of a hub do, in a process of their own, on raw sockets: so cheap that the server is what is measured. */
export type Order =
  | { readonly do: 'follow'; readonly port: number; readonly desktops: number; readonly etag: string }
  | { readonly do: 'read-all'; readonly port: number; readonly desktops: number }
  | { readonly do: 'hear'; readonly port: number }
  | { readonly do: 'ask'; readonly port: number; readonly etag: string; readonly seconds: number };

export const everybodys = '/matters/everybodys/documents/folders/everybodys/history';
const head = (method: string, path: string, token: string, more: string) =>
  `${method} ${path} HTTP/1.1\r\nHost: hub\r\nAuthorization: Bearer ${token}\r\n${more}\r\n`;

/** Four matters of six folders, each shared with some, and one that everybody has in view. */
function interestsOf(desktop: number): string {
  const linked = Object.fromEntries(
    Array.from({ length: 4 }, (_, index) => {
      const matter = `m${(desktop * 7 + index * 13) % 2_000}`;
      return [matter, Array.from({ length: 6 }, (_folder, folder) => `${matter}-f${folder}`)];
    }),
  );
  return JSON.stringify({ view: { everybodys: ['everybodys'] }, linked });
}

const heard = new Set<number>();
/** What the folder was recognised by so far: that it was read again and is the same is no news. */
let old = '';
let onHeard: () => void = () => {};
const sockets: Socket[] = [];

const isNews = (events: string): boolean =>
  events.split('\n').some((line) => {
    if (!line.startsWith('data: ') || !line.includes('"everybodys"')) return false;
    const { folders } = JSON.parse(line.slice('data: '.length)) as { folders: FolderNews[] };
    return folders.some(
      ([matter, , validator]) => matter === 'everybodys' && validator !== null && validator !== old,
    );
  });

const pooled = async (count: number, work: (index: number) => Promise<void>) => {
  let next = 0;
  const one = async () => {
    for (let index = next++; index < count; index = next++) await work(index);
  };
  await Promise.all(Array.from({ length: 50 }, one));
};

function follow(port: number, desktop: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const body = interestsOf(desktop);
    const socket = connect(port, '127.0.0.1');
    sockets.push(socket);
    socket.on('error', reject);
    socket.write(
      head(
        'POST',
        '/hub/news',
        `desktop-${desktop}`,
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`,
      ) + body,
    );
    let text = '';
    socket.on('data', (chunk) => {
      resolve();
      text += chunk.toString('latin1');
      const end = text.lastIndexOf('\n\n');
      if (end === -1) return;
      if (isNews(text.slice(0, end))) {
        heard.add(desktop);
        onHeard();
      }
      text = text.slice(end + 2);
    });
  });
}

/** One request, and the head of its answer. */
function once(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
      if (!answer.includes('\r\n\r\n')) return;
      resolve(answer);
      socket.destroy();
    });
    socket.write(text);
  });
}

/** As many as are answered on these connections. */
function ask(port: number, etag: string, seconds: number): Promise<number> {
  const text = head(
    'GET',
    everybodys,
    'desktop-1',
    `If-None-Match: ${etag}\r\nCache-Control: max-age=300\r\n`,
  );
  let answered = 0;
  return new Promise((resolve, reject) => {
    const open = Array.from({ length: 50 }, () => {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', reject);
      socket.on('data', (chunk) => {
        if (!chunk.toString('latin1').startsWith('HTTP/1.1 304')) return reject(new Error(chunk.toString()));
        answered += 1;
        socket.write(text);
      });
      socket.write(text);
      return socket;
    });
    setTimeout(() => {
      for (const socket of open) socket.destroy();
      resolve(answered);
    }, seconds * 1_000);
  });
}

async function obey(order: Order): Promise<unknown> {
  switch (order.do) {
    case 'follow':
      old = order.etag;
      return pooled(order.desktops, (index) => follow(order.port, index));
    case 'read-all': {
      let etag = '';
      await pooled(order.desktops, async (index) => {
        const answer = await once(order.port, head('GET', everybodys, `desktop-${index}`, ''));
        etag = /^etag: (.+)\r$/im.exec(answer)?.[1] ?? etag;
      });
      return etag;
    }
    case 'hear': {
      const all = new Promise<void>((resolve) => {
        onHeard = () => void (heard.size === sockets.length && resolve());
      });
      onHeard();
      await once(order.port, head('GET', everybodys, 'desktop-0', ''));
      await all;
      return null;
    }
    case 'ask':
      return ask(order.port, order.etag, order.seconds);
  }
}

process.on('message', (order: Order) => {
  obey(order).then(
    (result) => process.send?.({ result: result ?? null }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
process.once('disconnect', () => process.exit(0));
