import { app, dialog } from 'electron';
import { Profiles } from './profiles.ts';

/** Without the first profile there is no program: the person is told why, and may try again as often as they want. */
export async function openProfiles(ports: Parameters<typeof Profiles.open>[0]): Promise<Profiles> {
  for (;;) {
    const opened = await Profiles.open(ports);
    if (opened.ok) return opened.value;
    const { what, why, next } = opened.error;
    const { response } = await dialog.showMessageBox({
      type: 'error',
      message: `Matterline cannot start. ${what}`,
      detail: `${why} ${next} Until it has started, nothing saved in your matter folders is filed.`,
      buttons: ['Try again', 'Close Matterline'],
      cancelId: 1,
      noLink: true,
    });
    if (response === 0) continue;
    app.exit(1);
    // Nothing more is done while it ends.
    await new Promise(() => {});
  }
}
