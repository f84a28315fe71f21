import type { RequestSettings } from '../../../../shared/model/index.ts';
import { putSettingOf, settingOf, settings } from '../../store/settings.ts';
import type { Stores } from '../../store/stores.ts';

export const requestSettings = ({ matters }: Pick<Stores, 'matters'>): RequestSettings =>
  settingOf(matters, settings.requests);

export function setRequestSettings(
  stores: Pick<Stores, 'matters'>,
  change: { [Name in keyof RequestSettings]?: RequestSettings[Name] | undefined },
): RequestSettings {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const next: RequestSettings = Object.assign({}, requestSettings(stores), given);
  putSettingOf(stores.matters, settings.requests, next);
  return next;
}
