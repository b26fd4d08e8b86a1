import { appKey } from '../../core/model/app-key.ts';
import type { AppMemory } from '../../ports/memory.ts';
import type { LookAgain } from '../scan/look-again.ts';
import type { CountFindings } from './run/prove.ts';

export interface CountFindingsDeps {
  readonly lookAgain: LookAgain;
  readonly apps: Pick<AppMemory, 'records'>;
}

/** What is found of the app now; it is remembered like any other look. */
export function makeCountFindings(instance: string, { lookAgain, apps }: CountFindingsDeps): CountFindings {
  return async (ref, signal) => {
    await lookAgain(instance, { ref }, { signal });
    const [record] = await apps.records(instance, [appKey(ref)]);
    return record?.findings.length ?? 0;
  };
}
