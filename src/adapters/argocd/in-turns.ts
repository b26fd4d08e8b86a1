import { setImmediate as nextTurn } from 'node:timers/promises';
import { LARGE_TEXT, type Masker } from '../../core/mask/mask.ts';
import type { ManagedResource } from '../../ports/argocd.ts';
import { parsePlain } from './map-resources.ts';
import type * as wire from './schema.ts';

/* Long work in short turns of the event loop: probes are answered and Slack gets its acknowledgements in between. */

/** Characters that are parsed and masked in one turn: about ten milliseconds of work. */
const TURN = 512 * 1024;

type Row = wire.ManagedResources['items'][number];

/** Looks for secrets in the large texts of an answer before it is mapped at once. */
export async function maskInTurns(value: unknown, masker: Masker, signal: AbortSignal | undefined): Promise<void> {
  for (const _ of masker.prepare(value)) {
    signal?.throwIfAborted();
    await nextTurn();
  }
}

/** The states of what drifts are all needed, and an app may have many megabytes of them. */
export async function mapInTurns(
  rows: readonly (readonly [Row, ManagedResource])[],
  masker: Masker,
  signal: AbortSignal | undefined,
): Promise<void> {
  let done = 0;
  for (const [row, { isDrifting, target, live, normalizedLive, predicted }] of rows) {
    if (!isDrifting) continue;
    for (const [text, state] of [
      [row.targetState, target],
      [row.liveState, live],
      [row.normalizedLiveState, normalizedLive],
      [row.predictedLiveState, predicted],
    ] as const) {
      if (text.length >= LARGE_TEXT)
        await maskInTurns(
          readable(() => parsePlain(text)),
          masker,
          signal,
        );
      readable(state);
      done += text.length;
      if (done < TURN) continue;
      done = 0;
      signal?.throwIfAborted();
      await nextTurn();
    }
  }
}

/** What cannot be read is said to whoever reads it. */
function readable<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}
