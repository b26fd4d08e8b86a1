import type { AppRecord } from '../../core/memory/app-record.ts';
import type { Movement } from '../../core/memory/movement.ts';
import { remember } from '../../core/memory/remember.ts';
import { type AppKey, appKey } from '../../core/model/app-key.ts';
import { BotError } from '../../core/model/errors.ts';
import type { SeenApp } from '../../core/scan/seen-app.ts';
import type { ArgoCdReader, CallOptions } from '../../ports/argocd.ts';
import type { AppMemory } from '../../ports/memory.ts';

export interface RememberDeps {
  readonly argocd: Pick<ArgoCdReader, 'revisionDetails'>;
  readonly apps: AppMemory;
  readonly healthyForMs: number;
}

export type RememberApps = (
  instance: string,
  seen: readonly SeenApp[],
  options?: CallOptions,
) => Promise<readonly Movement[]>;

/** load → decide → save, for some apps at once. An app that somebody else wrote meanwhile is left to them: they saw it as well. */
export function makeRememberApps({ argocd, apps, healthyForMs }: RememberDeps): RememberApps {
  return async (instance, seen, options = {}) => {
    if (seen.length === 0) return [];
    const before = new Map(
      (
        await apps.records(
          instance,
          seen.map(({ ref }) => appKey(ref)),
        )
      ).map((record) => [appKey(record.ref), record]),
    );
    const commitTimes = new Map<string, Promise<string | undefined>>();
    const remembered = await Promise.all(
      seen.map(async (app) => {
        const known = before.get(appKey(app.ref));
        return remember(known, app, healthyForMs, await proofTime(known, app, commitTimes, options));
      }),
    );
    const { refused } = await apps.apply(instance, {
      records: remembered.map(({ record }) => record),
      gone: [],
      movements: remembered.flatMap(({ movements }) => movements),
    });
    const lost = new Set<AppKey>(refused);
    return remembered.flatMap(({ movements }) => movements.filter(({ app }) => !lost.has(app)));
  };

  /** When the revision was committed that made findings go away; asked only then, and once per revision. */
  function proofTime(
    known: AppRecord | undefined,
    { ref, project, sync, revisions: [revision], found }: SeenApp,
    commitTimes: Map<string, Promise<string | undefined>>,
    options: CallOptions,
  ): Promise<string | undefined> | undefined {
    const isLess = found !== 'same' && 'findings' in found && found.findings.length < (known?.findings.length ?? 0);
    if (!isLess || sync !== 'Synced' || revision === undefined) return undefined;
    const asked = commitTimes.get(revision);
    if (asked !== undefined) return asked;
    const answer = argocd
      .revisionDetails({ ref, project }, revision, options)
      .then(({ date }) => date)
      .catch((error: unknown) => {
        // the proof is then without a time
        if (error instanceof BotError) return undefined;
        throw error;
      });
    commitTimes.set(revision, answer);
    return answer;
  }
}
