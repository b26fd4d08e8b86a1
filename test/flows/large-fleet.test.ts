import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConnectedInstance } from '../../src/flows/connected-instance.ts';
import { type ConnectedWorld, startConnectedWorld } from '../support/story-world.ts';

/* A generated fleet through the adapters that ship. Time is for the bench; here it is about nothing getting lost. */

const APPS = 1000;
const DRIFTING = APPS / 5;

let fleet: ConnectedWorld;
let instance: ConnectedInstance;

beforeAll(async () => {
  fleet = await startConnectedWorld({ apps: APPS });
  instance = await fleet.connect();
});

afterAll(() => fleet?.close());

describe('a large fleet', () => {
  it('is scanned whole, with progress, and only drifting apps are asked for more', async () => {
    const progress: number[] = [];
    const result = await fleet.scan(instance, { onProgress: ({ done }) => progress.push(done) });
    expect(result).toMatchObject({ apps: APPS, outOfSync: DRIFTING, notObserved: [] });
    expect(progress).toHaveLength(DRIFTING);
    expect(progress.at(-1)).toBe(DRIFTING);
    expect(new Set(result.findings.map(({ app }) => app.name)).size).toBe(DRIFTING);
    expect(result.patterns.length).toBeLessThan(40);
  });

  it('stops at once when it is told to', async () => {
    const stop = new AbortController();
    const scanning = fleet.scan(instance, { signal: stop.signal, onProgress: () => stop.abort() });
    await expect(scanning).rejects.toThrow();
  });
});
