import { notFound, ok } from '../answer.ts';
import { link, withSelf } from '../links.ts';
import type { Operation } from '../operation.ts';
import { inRegion } from '../regions.ts';
import { uuidFrom, type World } from '../world.ts';
import { readMatter, type StoredMatter } from './matter-record.ts';

/** Fixed Fee, Fixed Fee per Appearance and Time Based have an amount. */
const withAmount = [1, 2, 3];
const contingencyPercent = 5;

/** GET /matters/{matterId}/billingconfiguration (spec: Billing configuration). */
export function billingOperations(world: World): Operation[] {
  return [
    {
      name: 'matters.billingConfiguration',
      method: 'GET',
      path: '/matters/{matterId}/billingconfiguration',
      handle(request) {
        const stored = readMatter(world, request.params.matterId ?? '');
        return stored === undefined ? notFound('matter') : ok(configurationOf(world, stored));
      },
    },
  ];
}

/** No operation changes a configuration, so it follows from the matter's id: all eight types occur. */
function configurationOf(world: World, { id, matter }: StoredMatter) {
  const bytes = Buffer.from(id.replaceAll('-', ''), 'hex');
  const billingType = (bytes[0] ?? 0) % 8;
  const hasAmount = withAmount.includes(billingType);
  return {
    ...withSelf(link(world, 'BillingConfiguration', id, `/matters/${id}/billingconfiguration`)),
    versionId: uuidFrom(bytes.toReversed()),
    billingType,
    debtors: matter.clientIds.map((contactId) =>
      link(world, 'Contacts', contactId, `/contacts/${contactId}`),
    ),
    ...inRegion(world.region, {
      amount: hasAmount ? 1250.5 : 0,
      disbursementAmount: hasAmount ? 85.25 : 0,
      contingencyAmount: billingType === contingencyPercent ? 17.5 : 0,
      rateSetId: null,
      isUtbmsEnabled: (bytes[1] ?? 0) % 2 === 0,
      ledesFirmId: null,
      ledesMatterId: null,
      ledesClientMatterId: null,
      ledesTimekeeperClassificationType: (bytes[2] ?? 0) % 3,
    }),
  };
}
