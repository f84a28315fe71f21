import type { TrayKind } from './tray-state.ts';

/**
 * Where the picture of a state is, below the program's own directory. `template` leaves the colours to the system, which paints
 * what is not transparent (macOS).
 */
export const trayPicture = (kind: TrayKind, template: boolean): string =>
  `main/tray/pictures/${kind}${template ? 'Template' : ''}.png`;
