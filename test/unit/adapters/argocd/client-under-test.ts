import { type ArgoCdOptions, makeArgoCd } from '../../../../src/adapters/argocd/client.ts';
import type { Timing } from '../../../../src/adapters/argocd/timing.ts';
import type { BotError } from '../../../../src/core/model/errors.ts';
import type { AppHandle, ArgoCdWriter } from '../../../../src/ports/argocd.ts';

export const TOKEN = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJwbHVtYmxpbmUifQ.c2lnbmF0dXJl';
export const WRITE_TOKEN = 'write-token-that-is-no-jwt';

export const shop: AppHandle = { ref: { server: 'test', namespace: 'argocd', name: 'shop' }, project: 'team-a' };

/** Sleeps are noted, not slept. */
export function recordedTiming(): Timing & { readonly slept: number[] } {
  const slept: number[] = [];
  let time = 0;
  return {
    slept,
    now: () => time,
    sleep: async (milliseconds, signal) => {
      signal?.throwIfAborted();
      slept.push(milliseconds);
      time += milliseconds;
    },
    random: () => 0,
  };
}

export function connect(server: string, options: Partial<ArgoCdOptions> = {}) {
  const timing = recordedTiming();
  const argocd = makeArgoCd({ name: 'test', server, token: TOKEN, writeToken: WRITE_TOKEN, timing, ...options });
  return { ...argocd, writer: writerOf(argocd), slept: timing.slept };
}

function writerOf({ writer }: ReturnType<typeof makeArgoCd>): ArgoCdWriter {
  if (writer === undefined) throw new Error('a write token makes a writer');
  return writer;
}

export async function failureOf(work: Promise<unknown>): Promise<BotError> {
  try {
    await work;
  } catch (error) {
    return error as BotError;
  }
  throw new Error('it did not fail');
}
