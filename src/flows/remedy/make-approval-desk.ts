import { appKey } from '../../core/model/app-key.ts';
import { defined } from '../../core/model/defined.ts';
import { channelFor } from '../../core/policy/channel-for.ts';
import {
  approversNeeded,
  mayApprove,
  mayBreakGlass,
  mayDeny,
  mayRequest,
  mayReview,
  type Permission,
} from '../../core/policy/decide.ts';
import type { Person } from '../../core/policy/policy.ts';
import { BREAK_GLASS, NOBODY, roleFor } from '../../core/policy/scope.ts';
import type { ChannelScope } from '../../core/policy/visibility.ts';
import { type Approval, approvalFrom } from '../../core/remedy/approval/approval.ts';
import { rivalOf } from '../../core/remedy/approval/rival.ts';
import type { Plan } from '../../core/remedy/plan/plan.ts';
import type { Directory } from '../../ports/directory.ts';
import type { Ledger } from '../../ports/ledger.ts';
import type { Log } from '../../ports/log.ts';
import type { AppMemory } from '../../ports/memory.ts';
import type { PlanRecord } from '../../ports/plans.ts';
import type { ApprovalDesk, Clicker, DeskAnswer } from './approval-desk.ts';
import type { AuditPlan } from './audit-plan.ts';
import { cardOf, type NotePlan, type PublishPlan, type PublishPlanDeps } from './publish-plan.ts';
import { auditRefusal, type DecisionKind, makeRecordDecision } from './record-decision.ts';
import { makeRequestRestore } from './request-restore.ts';

export interface DeskDeps extends PublishPlanDeps {
  readonly apps: Pick<AppMemory, 'records'>;
  readonly ledger: Ledger;
  readonly directory: Directory;
  readonly log: Log;
  readonly channels: readonly ChannelScope[];
  /** Where break-glass is announced; undefined: in the request's own channel only. */
  readonly platformChannel: string | undefined;
  /** Which configured freeze holds for the project, in words; undefined: none. */
  readonly frozenBy: (instance: string, project: string, now: Date) => string | undefined;
  readonly auditPlan: AuditPlan;
  readonly publishPlan: PublishPlan;
  readonly notePlan: NotePlan;
}

export function makeApprovalDesk(deps: DeskDeps): ApprovalDesk {
  const { plans, policy, clock, queue } = deps;
  const recordDecision = makeRecordDecision({ ...deps, followUp });

  /** In this order: what a crash cuts off is made up for by the next tick. */
  async function followUp(record: PlanRecord): Promise<void> {
    const approval = approvalFrom(record.plan, record.approval);
    await deps.auditPlan(record);
    await deps.publishPlan(record.plan.id);
    if (approval.state === 'approved' || isFree(approval)) {
      if (approval.emergency !== undefined) {
        const channel = deps.platformChannel ?? approval.channel;
        await deps.notePlan(record, 'break-glass', { key: 'break-glass', channel });
      }
      await queue.ask({ type: 'run', instance: record.plan.instance, planId: record.plan.id });
    }
  }

  return {
    async card(planId) {
      const record = await plans.find(planId);
      return record && cardOf(record, deps);
    },

    async mayRequest(planId, who) {
      const record = await plans.find(planId);
      if (record === undefined) return turnAway(who);
      const permission = mayRequest(policy, await deps.directory.person(who.user), record.plan);
      return permission.allowed ? undefined : refuse(record, who, permission);
    },

    async request(planId, who, { reason, from }) {
      const record = await plans.find(planId);
      const channel = record && (await channelOf(record.plan, from, deps));
      // before the request: a request that nobody tends would be seen by nobody
      if (record?.approval.length === 0) await plans.tend(planId, clock.now().toISOString());
      return recordDecision(planId, who, {
        may: (person, { plan }) => (channel === undefined ? nobodyWouldSee(plan) : mayRequest(policy, person, plan)),
        role: (person, plan) => roleFor(policy, person, 'request', plan),
        event: (signature) => ({ type: 'request', ...signature, reason, channel: channel ?? '' }),
        contend,
      });
    },

    approve: (planId, who, { typed } = {}) =>
      recordDecision(
        planId,
        who,
        asApprover(mayApproveNow, {
          event: (signature, { plan }) => ({
            type: 'approve',
            ...signature,
            planHash: plan.hash,
            ...defined({ typed: typed?.trim() }),
          }),
        }),
      ),

    deny: (planId, who) =>
      recordDecision(
        planId,
        who,
        asApprover((person, approval, now) => mayDeny(policy, person, approval, now), {
          event: (signature, { plan }) => ({ type: 'deny', ...signature, planHash: plan.hash }),
        }),
      ),

    cancel: (planId, who) =>
      recordDecision(planId, who, {
        may: () => ({ allowed: true }),
        role: (person, plan) => roleFor(policy, person, 'request', plan),
        event: (signature) => ({ type: 'cancel', ...signature }),
      }),

    breakGlass: (planId, who, emergency) =>
      recordDecision(planId, who, {
        may: (person, approval, now) => mayBreakGlass(policy, person, approval, { emergency, now }),
        role: () => BREAK_GLASS,
        event: (signature, { plan }) => ({ type: 'break-glass', ...signature, ...emergency, planHash: plan.hash }),
      }),

    review: (planId, who) => review(planId, who),
    restore: makeRequestRestore({ ...deps, turnAway, refuse }),

    turnAway,

    async open() {
      const records = await Promise.all((await plans.tended()).map((id) => plans.find(id)));
      return records.flatMap((record) =>
        record === undefined || record.approval.length === 0 ? [] : [cardOf(record, deps)],
      );
    },
  };

  /** Its run would be superseded at once, and the request with it. Break-glass goes through a freeze. */
  function mayApproveNow(person: Person, approval: Approval, now: Date): Permission {
    const permission = mayApprove(policy, person, approval, now);
    const { instance, project } = approval.plan;
    const freeze = permission.allowed ? deps.frozenBy(instance, project, now) : undefined;
    return freeze === undefined
      ? permission
      : { allowed: false, because: `${freeze}; approve it after that`, who: NOBODY };
  }

  /** Two plans for the same objects would undo each other, or the second finds nothing as it was approved. */
  async function contend(plan: Plan) {
    const { records, mark } = await plans.requestsOf(plan.instance, appKey(plan.app));
    return { asOf: mark, ...defined({ rival: rivalOf(plan, records) }) };
  }

  function asApprover(may: DecisionKind['may'], { event }: Pick<DecisionKind, 'event'>): DecisionKind {
    return { may, role: (person, plan) => roleFor(policy, person, 'approve', plan), event };
  }

  /** It is over for deciding by then, so that permission is asked here. */
  async function review(planId: string, who: Clicker): Promise<DeskAnswer> {
    const record = await plans.find(planId);
    const person = await deps.directory.person(who.user);
    const permission = record === undefined ? undefined : mayReview(policy, person, record.plan);
    if (record !== undefined && permission?.allowed === false) return refuse(record, who, permission);
    return recordDecision(planId, who, {
      may: () => ({ allowed: true }),
      role: (reviewer, plan) => roleFor(policy, reviewer, 'approve', plan),
      event: (signature) => ({ type: 'review', ...signature }),
    });
  }

  async function turnAway(who: Clicker): Promise<DeskAnswer> {
    await auditRefusal(deps, who, undefined, 'no such plan');
    return { answer: 'no-such-plan' };
  }

  async function refuse(
    { plan, approval }: PlanRecord,
    who: Clicker,
    { because, who: others }: Extract<Permission, { readonly allowed: false }>,
  ): Promise<DeskAnswer> {
    await auditRefusal(deps, who, plan, because);
    return { answer: 'not-allowed', because, who: others, approval: approvalFrom(plan, approval) };
  }
}

/** Nobody has to approve it: the request is enough. */
function isFree({ state, plan }: Approval): boolean {
  return state === 'requested' && approversNeeded(plan.tier) === 0;
}

async function channelOf(plan: Plan, from: string, { apps, channels }: DeskDeps): Promise<string | undefined> {
  const [record] = await apps.records(plan.instance, [appKey(plan.app)]);
  const { instance, project } = plan;
  return channelFor(channels, { instance, project, labels: record?.labels ?? {} }, from);
}

function nobodyWouldSee({ project, instance }: Plan): Permission {
  const because = `no configured channel is told of project ${project} on ${instance}, so nobody would see the request`;
  return { allowed: false, because, who: NOBODY };
}
