import { afterEach, beforeEach, expect, test } from 'vitest';
import { timeOfService } from '../../../../main/engine/domain/instant.ts';
import { expiresAtHere } from '../../../../main/engine/service/documents.ts';

const zone = process.env['TZ'];
beforeEach(() => {
  process.env['TZ'] = 'Australia/Sydney';
});
afterEach(() => {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});

const noon = Date.UTC(2026, 10, 24, 12);

test('a time of the service that names no zone is UTC, wherever the computer stands', () => {
  expect(new Date(noon).getHours()).not.toBe(12);
  expect(timeOfService('2026-11-24T12:00:00')).toBe(noon);
  expect(timeOfService('2026-11-24T12:00:00.000Z')).toBe(noon);
  expect(timeOfService('2026-11-24T23:00:00+11:00')).toBe(noon);
  expect(timeOfService('soon')).toBe(null);
});

test('an upload address is good for as long as the service says, wherever the computer stands', () => {
  expect(expiresAtHere('2026-11-24T12:15:00', { date: noon }, noon)).toBe(noon + 900_000);
  // A computer whose clock is an hour behind.
  expect(expiresAtHere('2026-11-24T12:15:00', { date: noon }, noon - 3_600_000)).toBe(noon - 2_700_000);
});

test('an upload address that would be over as it arrives is tried: its expiry means something else', () => {
  expect(expiresAtHere('2026-11-24T11:59:00', { date: noon }, noon)).toBe(null);
  expect(expiresAtHere('', { date: noon }, noon)).toBe(null);
});
