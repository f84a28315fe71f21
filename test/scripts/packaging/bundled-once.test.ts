import { expect, test } from 'vitest';
import { shippedTwice } from '../../../scripts/packaging/bundled-once.ts';

const react = 'node_modules/react/index.js';

test('a page that has everything once is let through', () => {
  const built = [
    { name: 'first.js', sources: [react, 'renderer/main.tsx'] },
    { name: 'rest.js', sources: ['node_modules/@fluentui/react-menu/lib/index.js', 'renderer/a.tsx'] },
  ];
  expect(shippedTwice(built)).toEqual([]);
});

test('a source in two files of the page is found', () => {
  const built = [
    { name: 'first.js', sources: [react] },
    { name: 'rest.js', sources: [react] },
  ];
  expect(shippedTwice(built)).toEqual([`${react} is in first.js and in rest.js`]);
});

test('a package in two versions is found, wherever the second one lies', () => {
  const sources = [react, 'node_modules/@scope/menu/node_modules/react/index.js'];
  expect(shippedTwice([{ name: 'first.js', sources }])).toEqual([
    'react comes from node_modules/react and from node_modules/@scope/menu/node_modules/react',
  ]);
});
