import { UsageError } from '../core/model/errors.ts';

/* The one place where the product reaches the simulated world. Types are erased; the rest is loaded when it is asked for. */

export type { DemoClock, RunningSlack, RunningWorld, Visit } from '../../world/index.ts';

export type World = typeof import('../../world/index.ts');

/** The container image goes without it: nobody tries things out where they run for real. */
export async function loadWorld(): Promise<World> {
  try {
    return await import('../../world/index.ts');
  } catch (error) {
    if (!isAbsent(error)) throw error;
    throw new UsageError(
      'demo.no-world',
      'the simulated world of the demo is not part of this installation',
      'run npx plumbline-argocd demo, or npm run demo in a clone',
      { cause: error },
    );
  }
}

/** The world itself is not there, not something that it imports. */
function isAbsent(error: unknown): boolean {
  if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) return false;
  return 'url' in error && typeof error.url === 'string' && /\/world\/index\.[jt]s$/.test(error.url);
}
