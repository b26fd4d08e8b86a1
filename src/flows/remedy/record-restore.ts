import { approvalFrom } from '../../core/remedy/approval/approval.ts';
import { subjectOf } from '../../core/remedy/approval/audit-lines.ts';
import { conclusionOf } from '../../core/remedy/approval/tending.ts';
import type { Bundle } from '../../core/remedy/restore/bundle.ts';
import { nextAction, runFrom } from '../../core/remedy/run/run.ts';
import type { RunEvent } from '../../core/remedy/run/run-event.ts';
import { count } from '../../core/words/count.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ledger } from '../../ports/ledger.ts';
import type { PlanMemory, PlanRecord } from '../../ports/plans.ts';
import { makeAuditPlan } from './audit-plan.ts';
import type { RestoredObject } from './restore-from-bundle.ts';

/** A restore by hand, written to the plan's record and to the ledger. To be used under the app's lock. */
export interface RecordRestore {
  /** Before the first object: a run that was left half-way is ended, so that nobody goes on with it. */
  begin(): Promise<void>;
  end(objects: readonly RestoredObject[]): Promise<void>;
}

export interface RecordRestoreDeps {
  readonly plans: PlanMemory;
  readonly ledger: Ledger;
  readonly clock: Clock;
  /** Who restores. */
  readonly by: string;
}

const BY_HAND = 'it was ended from the command line, to be restored';
const ROLE = 'command-line';

export function makeRecordRestore(deps: RecordRestoreDeps, { plan, id }: Pick<Bundle, 'plan' | 'id'>): RecordRestore {
  const { plans, ledger, clock, by } = deps;
  const auditPlan = makeAuditPlan(ledger);
  const now = (): string => clock.now().toISOString();

  /** Appends what the record still needs, until it needs nothing; `next` says what that is. */
  async function appendAll(next: (record: PlanRecord) => RunEvent | undefined): Promise<PlanRecord | undefined> {
    for (;;) {
      const record = await plans.find(plan.id);
      const event = record && next(record);
      if (record === undefined || event === undefined) return record;
      await plans.appendRun(plan.id, event, record.run.length);
    }
  }

  async function conclude(): Promise<PlanRecord | undefined> {
    for (;;) {
      const record = await plans.find(plan.id);
      if (record === undefined) return undefined;
      const event = conclusionOf(runFrom(plan, record.run), approvalFrom(plan, record.approval), now());
      if (event === undefined) return record;
      await plans.appendApproval(plan.id, event, record.approval.length);
    }
  }

  return {
    async begin() {
      const record = await appendAll(({ run: events }) => {
        const { status, started } = runFrom(plan, events);
        if (status === 'running' && started) return { type: 'failed', at: now(), because: BY_HAND };
        const isOver = status === 'failed' || status === 'verified';
        return isOver ? { type: 'restore-asked', at: now(), by, role: ROLE } : undefined;
      });
      if (record !== undefined) await auditPlan(record);
    },

    async end(objects) {
      const undone = await appendAll(({ run: events }) => nextUndoEvent(plan, events, objects, now()));
      if (undone !== undefined) await auditPlan(undone);
      const record = await conclude();
      if (record !== undefined) return auditPlan(record);
      const at = now();
      const asBefore = objects.filter(({ outcome }) => outcome === 'restored' || outcome === 'already').length;
      await ledger.append({
        id: `restore.${plan.id}.${at}`,
        at,
        instance: plan.instance,
        actor: { user: by, role: ROLE },
        action: 'restored',
        subject: subjectOf(plan),
        bundleId: id,
        result: `${asBefore} of ${count(objects.length, 'object')} as before`,
      });
    },
  };
}

/** What is not recorded in the run yet of what was done to the step at hand. */
function nextUndoEvent(
  plan: Bundle['plan'],
  events: readonly RunEvent[],
  objects: readonly RestoredObject[],
  at: string,
): RunEvent | undefined {
  const action = nextAction(runFrom(plan, events));
  const object = action.do === 'guard-undo' ? objects.find(({ step }) => step === action.step) : undefined;
  if (object === undefined) return undefined;
  const { step, outcome, because } = object;
  if (outcome === 'already') return { type: 'undo-guarded', at, step, answer: 'already' };
  if (outcome !== 'restored') return { type: 'undo-failed', at, step, because };
  const matched = { type: 'undo-guarded', at, step, answer: 'match' } as const;
  const undone = { type: 'undone', at, step } as const;
  const last = events.at(-1);
  const isMatched = last?.type === 'undo-guarded' && last.step === step && last.answer === 'match';
  return isMatched ? undone : matched;
}
