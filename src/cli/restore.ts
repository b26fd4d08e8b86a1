import { BotError, NotAllowedError, NotFoundError } from '../core/model/errors.ts';
import type { Bundle } from '../core/remedy/restore/bundle.ts';
import type { ConnectedInstance } from '../flows/connected-instance.ts';
import { APP_LOCK_MS, appLock } from '../flows/remedy/app-lock.ts';
import { makeRecordRestore } from '../flows/remedy/record-restore.ts';
import { type RestoredObject, restoreFromBundle } from '../flows/remedy/restore-from-bundle.ts';
import type { Ledger } from '../ports/ledger.ts';
import type { Locks } from '../ports/locks.ts';
import type { PlanMemory } from '../ports/plans.ts';
import type { Connect, ConnectOptions } from './connect.ts';
import { EXIT, type Io } from './io.ts';
import { painterFor } from './render/paint.ts';
import { bundleText, objectText, restoreDocument, summaryText } from './render/restore-text.ts';

export interface RestoreOptions extends ConnectOptions {
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

export interface OpenRecords {
  readonly plans: PlanMemory;
  readonly ledger: Ledger;
  readonly locks: Locks;
  close(): Promise<void>;
}

export interface RestoreDeps {
  /** With the credential that writes. */
  readonly connectWriting: Connect;
  /** undefined: no Redis is configured. @throws UnavailableError */
  readonly openRecords: (options: { readonly config?: string }) => Promise<OpenRecords | undefined>;
  /** Who sits at this command line. */
  readonly operator: () => string;
  readonly now: () => Date;
}

interface Found {
  readonly instance: ConnectedInstance;
  readonly bundle: Bundle;
}

/** `plumbline restore RUN_ID`: 0 all is as before, 1 something is not, 2 nothing was tried. */
export async function restore(
  runId: string,
  options: RestoreOptions,
  deps: RestoreDeps,
  io: Io,
  signal: AbortSignal,
): Promise<number> {
  const instances = await deps.connectWriting(options);
  try {
    const found = await findBundle(runId, instances, signal);
    const { bundle } = found;
    const paint = painterFor(io.out, io.env);
    const say = (text: string): void => void (options.json === true || io.out.write(text));
    say(bundleText(bundle, found.instance.name, paint));
    const rehearsed = await Array.fromAsync(restoreFromBundle(found, bundle, { signal, dryRun: true }));
    for (const object of rehearsed) say(objectText(object, bundle, paint, 'rehearsed'));
    const { objects, recorded } =
      options.dryRun === true
        ? { objects: rehearsed, recorded: 'nothing was changed' }
        : await restoreAndRecord(found, rehearsed, options, deps, signal, (object) =>
            say(objectText(object, bundle, paint, 'done')),
          );
    say(summaryText(objects, recorded, options.dryRun === true, paint));
    if (options.json === true)
      io.out.write(`${JSON.stringify(restoreDocument(found.bundle, objects, options.dryRun === true, recorded))}\n`);
    return objects.every(isAsBefore) ? EXIT.nothing : EXIT.found;
  } finally {
    await Promise.all(instances.map((instance) => instance.close()));
  }
}

function isAsBefore({ outcome }: RestoredObject): boolean {
  return outcome === 'restored' || outcome === 'already';
}

async function findBundle(runId: string, instances: readonly ConnectedInstance[], signal: AbortSignal): Promise<Found> {
  const known: string[] = [];
  const writable = instances.filter(({ writing }) => writing?.bundles !== undefined);
  for (const instance of writable) {
    const bundle = await instance.writing?.bundles?.read(runId, { signal });
    if (bundle !== undefined) return { instance, bundle };
    known.push(...((await instance.writing?.bundles?.list({ signal })) ?? []));
  }
  if (writable.length === 0)
    throw new NotAllowedError(
      'remedy.not-enabled',
      'no instance is configured with access to change something, and to its rollback bundles',
      'set remediation.enabled and remediation.argocdToken, and kubernetes for the cluster that Argo CD runs in',
    );
  throw new NotFoundError(
    'bundle.not-there',
    `there is no rollback bundle of a run ${runId}`,
    known.length === 0
      ? 'there is none at all: look in the right namespace'
      : `newest: ${known.slice(0, 5).join(', ')}`,
  );
}

interface Done {
  readonly objects: readonly RestoredObject[];
  /** '' = in the plan's record and in the ledger; else why not. */
  readonly recorded: string;
}

/** What the API server refused to rehearse is not tried. */
async function restoreAndRecord(
  found: Found,
  rehearsed: readonly RestoredObject[],
  options: RestoreOptions,
  deps: RestoreDeps,
  signal: AbortSignal,
  onObject: (object: RestoredObject) => void,
): Promise<Done> {
  const { bundle } = found;
  const except = rehearsed.filter(({ outcome }) => outcome === 'failed');
  async function restoreAll(stop: AbortSignal): Promise<readonly RestoredObject[]> {
    const objects: RestoredObject[] = [];
    for await (const object of restoreFromBundle(found, bundle, { signal: stop, except })) {
      objects.push(object);
      onObject(object);
    }
    return objects;
  }
  const records = await openIfThere(options, deps);
  if ('because' in records) return { objects: await restoreAll(signal), recorded: records.because };
  try {
    const { plans, ledger, locks } = records;
    const record = makeRecordRestore({ plans, ledger, by: deps.operator(), clock: { now: deps.now } }, bundle);
    return await locks.withLock(appLock(bundle.plan), APP_LOCK_MS, async (isOurs) => {
      await record.begin();
      const objects = await restoreAll(AbortSignal.any([signal, isOurs]));
      return { objects, recorded: await told(() => record.end(objects)) };
    });
  } finally {
    await records.close();
  }
}

/** The objects are back: a record that cannot be written then is said, and no failure. */
async function told(tell: () => Promise<void>): Promise<string> {
  try {
    await tell();
    return '';
  } catch (error) {
    if (error instanceof BotError) return `not recorded: ${error.message}`;
    throw error;
  }
}

async function openIfThere(
  { config }: RestoreOptions,
  { openRecords }: RestoreDeps,
): Promise<OpenRecords | { readonly because: string }> {
  try {
    const records = await openRecords(config === undefined ? {} : { config });
    return records ?? { because: 'not recorded: no Redis is configured' };
  } catch (error) {
    if (error instanceof BotError) return { because: `not recorded: ${error.message}` };
    throw error;
  }
}
