import { z } from 'zod';
import { accepted, notFound, problem } from '../answer.ts';
import { link } from '../links.ts';
import type { Operation } from '../operation.ts';
import { recordsOf } from '../store/records.ts';
import { invalid, optionalFlag, optionalText, optionalTexts, parseBody } from '../validation.ts';
import type { World } from '../world.ts';
import { acceptRecord, withoutNulls } from './accepted-records.ts';

const int32 = z.int32().nullish();

const pluginBody = z.object({
  externalId: optionalText,
  version: z
    .object({
      name: optionalText,
      description: optionalText,
      placement: optionalText,
      requestEndpointUrl: optionalText,
      attributes: z
        .object({
          text: optionalText,
          icon: optionalText,
          color: optionalText,
          tooltip: optionalText,
          page: z
            .object({ title: optionalText, width: int32, height: int32, useDefaultBrowser: optionalFlag })
            .nullish(),
        })
        .nullish(),
      availability: z.object({ matterTypeIds: optionalTexts }).nullish(),
    })
    .nullish(),
  // The names of these two properties are not shown; these are the words the spec describes them with.
  application: z.enum(['Native', 'Web', 'Archie']).nullish(),
  componentType: z.enum(['Button', 'Tab']).nullish(),
  key: optionalText,
  additionalData: z.record(z.string(), z.unknown()).nullish(),
});

export interface PluginRecord {
  readonly isForeign: boolean;
  readonly [member: string]: unknown;
}

/** PUT /plugins/{pluginId} (spec: Plugins). */
export function pluginOperations(world: World): Operation[] {
  const plugins = recordsOf<PluginRecord>(world.store, 'plugin');
  return [
    {
      name: 'plugins.put',
      method: 'PUT',
      path: '/plugins/{pluginId}',
      handle(request) {
        const stored = plugins.get(request.params.pluginId ?? '');
        if (stored === undefined) return notFound('plugin');
        if (stored.value.isForeign) return problem(403, 'The plugin belongs to another client.');
        const parsed = parseBody(pluginBody, request.body);
        if ('refusal' in parsed) return parsed.refusal;
        if (parsed.value.key != null) return invalid([['key', 'can only be set on creation']]);
        acceptRecord(world, { kind: 'plugin', id: stored.id, changes: withoutNulls(parsed.value) });
        return accepted(link(world, 'Plugins', stored.id, `/plugins/${stored.id}`));
      },
    },
  ];
}
