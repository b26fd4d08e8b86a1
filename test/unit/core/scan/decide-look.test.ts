import { describe, expect, it } from 'vitest';
import { type Cadence, decideLook } from '../../../../src/core/scan/decide-look.ts';
import { aListedApp } from '../../../support/builders.ts';

const cadence: Cadence = {
  now: new Date('2026-03-01T12:00:00Z'),
  notHealthyEveryMs: 5 * 60_000,
  atLeastEveryMs: 60 * 60_000,
};
const look = { identity: 'same', probe: 'p', at: '2026-03-01T11:58:00Z' };
const drifting = aListedApp({ identity: 'same' });
const calm = aListedApp({ identity: 'same', sync: { status: 'Synced', revisions: [] } });
const sick = { ...calm, health: { status: 'Degraded' } };
const unknown = aListedApp({ identity: 'same', sync: { status: 'Unknown', revisions: [] } });
const old = { ...look, at: '2026-03-01T11:50:00Z' };

describe('whether to look at an app again', () => {
  it.each([
    ['Synced and Healthy, never seen', calm, undefined, 'skip'],
    ['Synced and Healthy, changed', calm, { ...look, identity: 'other' }, 'skip'],
    ['Synced and Healthy, unchanged', calm, look, 'skip'],
    ['OutOfSync, never seen', drifting, undefined, 'look'],
    ['OutOfSync, changed in the list', drifting, { ...look, identity: 'other' }, 'look'],
    ['OutOfSync, unchanged in the list', drifting, look, 'probe'],
    ['OutOfSync, unchanged for minutes', drifting, old, 'probe'],
    ['OutOfSync, but what it compares was never seen', drifting, { ...look, probe: '' }, 'look'],
    ['OutOfSync, looked at over an hour ago', drifting, { ...look, at: '2026-03-01T10:59:00Z' }, 'look'],
    ['not Healthy, looked at a moment ago', sick, look, 'skip'],
    ['not Healthy, looked at minutes ago', sick, old, 'look'],
    ['not Healthy and OutOfSync, looked at a moment ago', { ...sick, sync: drifting.sync }, look, 'probe'],
    ['not comparable, looked at a moment ago', unknown, look, 'skip'],
    ['not comparable, looked at minutes ago', unknown, old, 'look'],
    ['a look whose time cannot be read', drifting, { ...look, at: '' }, 'look'],
  ] as const)('%s → %4$s', (_, listed, previous, decision) => {
    expect(decideLook(listed, previous, cadence)).toBe(decision);
  });
});
