import type { MenuItemConstructorOptions } from 'electron';

/** The application menu: what the system expects of one, no more. */
export const menuTemplate = (
  platform: NodeJS.Platform,
  developing: boolean,
): MenuItemConstructorOptions[] => [
  ...(platform === 'darwin'
    ? [{ role: 'appMenu' } as const]
    : [{ label: '&File', submenu: [{ role: 'quit' }] } satisfies MenuItemConstructorOptions]),
  { role: 'editMenu' },
  {
    label: '&View',
    submenu: [
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      { role: 'zoomOut' },
      { type: 'separator' },
      { role: 'togglefullscreen' },
      ...(developing ? [{ type: 'separator' } as const, { role: 'toggleDevTools' } as const] : []),
    ],
  },
  { role: 'windowMenu' },
  { role: 'help', submenu: [{ role: 'about' }] },
];
