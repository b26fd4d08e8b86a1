import { expect, it } from 'vitest';
import { isFresh } from '../../../src/slack/fresh-request.ts';

const now = new Date('2026-11-16T08:00:00Z');
const seconds = now.getTime() / 1000;

it.each([
  [String(seconds), true],
  [String(seconds - 300), true],
  [String(seconds - 301), false],
  [String(seconds + 300), true],
  [String(seconds + 86_400), false],
  ['', false],
  ['soon', false],
  [undefined, false],
  [[String(seconds), String(seconds)], false],
])('a request signed at %j is fresh: %j', (timestamp, expected) => {
  expect(isFresh(timestamp, now)).toBe(expected);
});
