import type { Result } from '../../../shared/base/result.ts';
import { firstViolation } from '../../../shared/rules/checks.ts';
import { type PluginUpdate, pluginViolations } from '../../../shared/rules/plugin.ts';
import { acceptedBy, callOf } from './calls.ts';
import type { ServiceError } from './errors.ts';
import type { Link } from './tolerant.ts';
import type { CallOptions, Transport } from './transport.ts';

export function createPlugins(transport: Transport) {
  return {
    put(
      pluginId: string,
      update: PluginUpdate,
      options: CallOptions = {},
    ): Promise<Result<Link, ServiceError>> {
      const { application, componentType, ...plain } = update;
      const body = {
        ...plain,
        ...(application ? { [application.property]: application.value } : {}),
        ...(componentType ? { [componentType.property]: componentType.value } : {}),
      };
      const parts = {
        body,
        violation: firstViolation(...pluginViolations(update)),
        anyBody: true,
        secrets: update.key === undefined ? [] : [update.key],
      };
      return acceptedBy(transport, callOf(transport, 'plugins.put', { pluginId }, parts, options));
    },
  };
}
