import { dialog } from 'electron';
import type { Refusal } from '../../shared/model/index.ts';
import { seenText } from './seen-text.ts';

/** In a box of the system: for what was wanted outside the window, or concerns all of the program. */
export function tellRefusal({ what, why, next }: Refusal): void {
  void dialog.showMessageBox({
    type: 'info',
    message: seenText(what),
    detail: `${seenText(why)}\n${seenText(next)}`,
  });
}
