import { defined } from '../../core/model/defined.ts';
import { RejectedError, StaleError } from '../../core/model/errors.ts';
import { type Json, listAt, type Manifest, stringAt } from '../../core/model/json.ts';
import { kindAndName } from '../../core/model/resource-ref.ts';
import type { Step } from '../../core/remedy/plan/plan.ts';
import { reapplyPatch } from '../../core/remedy/restore/reapply-patch.ts';
import { restorable } from '../../core/remedy/restore/restorable.ts';
import { answerUndoGuard } from '../../core/remedy/restore/undo-guard.ts';
import type { GuardAnswer } from '../../core/remedy/run/answer-guard.ts';
import type { Guard } from '../../ports/cluster.ts';
import type { WritableCluster } from '../connected-instance.ts';
import { heldOf } from './run/drivers/read-held.ts';

/** One step to be undone, whoever asks: the run that did it, or a person with nothing but its bundle. */
export interface UndoAt {
  readonly step: Step;
  /** The object as the bundle holds it; null: it did not exist. */
  readonly saved: Manifest | null;
  /** When the bundle was made. */
  readonly since: string;
  readonly cluster: WritableCluster;
  readonly signal?: AbortSignal;
  /** Asks the API server and changes nothing. */
  readonly dryRun?: boolean;
}

export interface UndoGuarded {
  readonly answer: GuardAnswer;
  /** Precondition of the write; absent: there is no such object. */
  readonly held?: Guard;
}

export async function guardUndo({ step, saved, since, cluster, signal }: UndoAt): Promise<UndoGuarded> {
  const live = await cluster.reader.read(step.target, step.version, defined({ signal }));
  return { answer: answerUndoGuard(step, live, saved ?? undefined, { since }), ...heldOf(live) };
}

/** To be asked after a guard that matched. @throws StaleError: it is not as the guard saw it, nothing was done */
export async function undoStep(at: UndoAt, held: Guard | undefined): Promise<void> {
  const { step, cluster, dryRun = false } = at;
  const { writer } = cluster;
  switch (step.undo.how) {
    case 'recreate':
      await writer.create(await creatable(at), { dryRun });
      return;
    case 'reapply':
      await writer.patch(step.target, step.version, await patchBack(at, held), getHeld(at, held), { dryRun });
      return;
    case 'patch':
      await writer.patch(step.target, step.version, step.undo.patch, getHeld(at, held), { dryRun });
      return;
    case 'none':
      throw notUndoable(step, step.undo.because);
  }
}

async function creatable(at: UndoAt): Promise<Manifest> {
  const { step, saved } = at;
  if (saved === null) throw notUndoable(step, 'the bundle does not hold it');
  const answer = restorable(saved, await livingOwners(at, saved));
  if ('because' in answer) throw notUndoable(step, answer.because);
  return answer.manifest;
}

/** Owners live beside what they own, or in no namespace. */
async function livingOwners({ cluster, signal }: UndoAt, saved: Manifest): Promise<ReadonlySet<string>> {
  const namespace = stringAt(saved, 'metadata', 'namespace') ?? '';
  const living = new Set<string>();
  for (const owner of listAt(saved, 'metadata', 'ownerReferences')) {
    const uid = stringAt(owner, 'uid') ?? '';
    const { ref, version } = ownerOf(owner, namespace);
    const found = await cluster.reader.read(ref, version, defined({ signal }));
    if (stringAt(found, 'metadata', 'uid') === uid) living.add(uid);
  }
  return living;
}

function ownerOf(owner: Json, namespace: string) {
  const [version = '', group = ''] = (stringAt(owner, 'apiVersion') ?? '').split('/').toReversed();
  const ref = { group, kind: stringAt(owner, 'kind') ?? '', namespace, name: stringAt(owner, 'name') ?? '' };
  return { ref, version };
}

async function patchBack({ step, saved, cluster, signal }: UndoAt, held: Guard | undefined) {
  const live = await cluster.reader.read(step.target, step.version, defined({ signal }));
  const isAsSeen = live !== undefined && stringAt(live, 'metadata', 'resourceVersion') === held?.resourceVersion;
  if (!isAsSeen || saved === null) throw stale(step);
  return reapplyPatch(saved, live, step.guard.mutated) ?? {};
}

function getHeld({ step }: UndoAt, held: Guard | undefined): Guard {
  if (held === undefined) throw stale(step);
  return held;
}

function stale({ target }: Step): StaleError {
  return new StaleError('remedy.moved', `${kindAndName(target)} was written meanwhile.`, 'Look at it again.');
}

function notUndoable({ target }: Step, because: string): RejectedError {
  return new RejectedError(
    'remedy.no-undo',
    `${kindAndName(target)} cannot be brought back: ${because}.`,
    'Make it anew.',
  );
}
