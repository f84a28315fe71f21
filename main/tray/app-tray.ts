import { join } from 'node:path';
import { app, Menu, nativeImage, Tray } from 'electron';
import type { RecentDocument } from '../../shared/model/index.ts';
import type { NeedElsewhere } from '../profiles/need.ts';
import { type TrayActions, trayMenu, trayTooltip } from './tray-menu.ts';
import { trayPicture } from './tray-picture.ts';
import type { TrayKind, TrayState } from './tray-state.ts';

/** The program's sign in the notification area, the panel or the menu bar. */
export class AppTray {
  readonly #tray: Tray;
  readonly #actions: TrayActions;
  readonly #template: boolean;
  #shown = '';

  /** @throws where the system has no such place */
  constructor(platform: NodeJS.Platform, actions: TrayActions) {
    this.#actions = actions;
    this.#template = platform === 'darwin';
    this.#tray = new Tray(picture('starting', this.#template));
    // On macOS a click opens the menu.
    if (platform !== 'darwin') this.#tray.on('click', () => actions.open());
  }

  show(
    state: TrayState,
    paused: boolean,
    recent: readonly RecentDocument[],
    elsewhere: readonly NeedElsewhere[],
  ): void {
    const shown = JSON.stringify([state, paused, recent, elsewhere]);
    // A menu that is set anew closes under the person's pointer.
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#tray.setImage(picture(elsewhere.length > 0 ? 'person' : state.kind, this.#template));
    this.#tray.setToolTip(trayTooltip(state, elsewhere));
    const menu = trayMenu(state, paused, recent, this.#actions, elsewhere);
    this.#tray.setContextMenu(Menu.buildFromTemplate(menu));
  }
}

/** The folder of the program, and on it a sign whose shape alone tells the state; `@2x` beside it is found by Electron itself. */
function picture(kind: TrayKind, template: boolean): Electron.NativeImage {
  const image = nativeImage.createFromPath(join(app.getAppPath(), trayPicture(kind, template)));
  image.setTemplateImage(template);
  return image;
}
