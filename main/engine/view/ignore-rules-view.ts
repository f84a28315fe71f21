import type { IgnoreRules } from '../../../shared/model/index.ts';
import { builtInRules } from '../features/ignoring/ignore.ts';
import type { RuleChanges } from '../store/ignore-rules.ts';

/** All rules of a matter, as they hold there. */
export const ignoreRulesView = ({ own, off }: RuleChanges): IgnoreRules => ({
  builtIn: builtInRules.map(({ id, names, why }) => ({ id, names, why, on: !off.includes(id) })),
  own: [...own],
});
