import { expect, test } from 'vitest';
import { packageFolderOf, shippedBom } from '../../../scripts/packaging/sbom.ts';

const component = (name: string) => ({
  'bom-ref': `${name}@1.0.0`,
  name,
  version: '1.0.0',
  scope: 'optional',
});
const bom = {
  bomFormat: 'CycloneDX',
  serialNumber: 'urn:uuid:1',
  metadata: { timestamp: 'now', component: { ...component('matterline'), name: 'checkout' } },
  components: [component('react'), component('vitest')],
  dependencies: [
    { ref: 'matterline@1.0.0', dependsOn: ['react@1.0.0', 'vitest@1.0.0'] },
    { ref: 'react@1.0.0', dependsOn: [] },
    { ref: 'vitest@1.0.0', dependsOn: ['react@1.0.0'] },
  ],
};

test('the list of what is shipped has the shipped packages, and none of the tools', () => {
  const shipped = shippedBom(bom, new Set(['react@1.0.0']));
  expect(shipped.components.map(({ name }) => name)).toEqual(['react']);
  expect(shipped.components[0]).not.toHaveProperty('scope');
  expect(shipped.dependencies).toEqual([
    { ref: 'matterline@1.0.0', dependsOn: ['react@1.0.0'] },
    { ref: 'react@1.0.0', dependsOn: [] },
  ]);
});

test('it is the list of the program, whatever the folder of the checkout is called', () => {
  expect(shippedBom(bom, new Set()).metadata.component).toMatchObject({
    name: 'matterline',
    type: 'application',
  });
});

test('it is the same for the same lock file, whenever it is written', () => {
  const shipped = shippedBom(bom, new Set());
  expect(shipped).not.toHaveProperty('serialNumber');
  expect(shipped.metadata).not.toHaveProperty('timestamp');
});

test.each([
  ['node_modules/zod/v4/index.js', 'node_modules/zod'],
  ['node_modules/@orpc/client/dist/index.mjs', 'node_modules/@orpc/client'],
  ['node_modules/got/node_modules/keyv/index.js', 'node_modules/got/node_modules/keyv'],
  ['main/index.ts', null],
])('%s belongs to %s', (path, folder) => {
  expect(packageFolderOf(path)).toBe(folder);
});
