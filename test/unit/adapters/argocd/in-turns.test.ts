import { describe, expect, it } from 'vitest';
import { mapInTurns, maskInTurns } from '../../../../src/adapters/argocd/in-turns.ts';
import { mapManagedResource } from '../../../../src/adapters/argocd/map-resources.ts';
import { ManagedResources } from '../../../../src/adapters/argocd/schema.ts';
import { PIECE } from '../../../../src/core/mask/find-secrets.ts';
import { makeMasker } from '../../../../src/core/mask/mask.ts';

const HOSTILE = 'eyJ-'.repeat(5_000_000 / 4);

/** Turns of the event loop that others get while the work is done. */
async function turnsDuring(work: () => Promise<void>): Promise<number> {
  const counted = { turns: 0, isOver: false };
  const count = () => {
    counted.turns += 1;
    if (!counted.isOver) setImmediate(count);
  };
  setImmediate(count);
  await work();
  counted.isOver = true;
  return counted.turns;
}

function rowOf(states: Record<string, string | boolean>) {
  const [row] = ManagedResources.parse({ items: [{ kind: 'ConfigMap', name: 'a', namespace: 'x', ...states }] }).items;
  if (!row) throw new Error('one row was given');
  return row;
}

function configMap(text: string): string {
  return JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', data: { text } });
}

describe('a large value', () => {
  it('is masked piece by piece, with a turn for others after each', async () => {
    const turns = await turnsDuring(() => maskInTurns({ data: { a: HOSTILE } }, makeMasker(), undefined));
    expect(turns).toBeGreaterThanOrEqual(Math.floor(HOSTILE.length / PIECE));
  });

  it('of what drifts is looked through once for all its states, which stay equal', async () => {
    const masker = makeMasker();
    const text = `${HOSTILE} password: hunter2`;
    const states = { targetState: configMap(text), liveState: configMap(`${text}x`), modified: true };
    const row = rowOf({ ...states, normalizedLiveState: states.liveState, predictedLiveState: states.targetState });
    const resource = mapManagedResource(row, masker);
    const turns = await turnsDuring(() => mapInTurns([[row, resource]], masker, undefined));
    expect(turns).toBeGreaterThanOrEqual(2 * Math.floor(text.length / PIECE));
    expect(turns).toBeLessThan(3 * Math.ceil(text.length / PIECE));
    expect(resource.target()).toEqual(resource.predicted());
    expect(resource.live()).toEqual(resource.normalizedLive());
    expect(resource.live()).not.toEqual(resource.target());
    expect(JSON.stringify(resource.live())).not.toContain('hunter2');
  });

  it('of what does not drift is left until somebody reads it', async () => {
    const row = rowOf({ targetState: configMap(HOSTILE), liveState: configMap(HOSTILE) });
    const resource = mapManagedResource(row, makeMasker());
    expect(await turnsDuring(() => mapInTurns([[row, resource]], makeMasker(), undefined))).toBeLessThan(3);
  });

  it('stops with the signal', async () => {
    const stopped = AbortSignal.abort(new Error('enough'));
    await expect(maskInTurns([HOSTILE], makeMasker(), stopped)).rejects.toThrow('enough');
  });

  it('that is not JSON is a matter of whoever reads it', async () => {
    const row = rowOf({ targetState: '{', liveState: '{', modified: true });
    const resource = mapManagedResource(row, makeMasker());
    await mapInTurns([[row, resource]], makeMasker(), undefined);
    expect(() => resource.live()).toThrow('not JSON');
  });
});
