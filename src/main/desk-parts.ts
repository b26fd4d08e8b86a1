import { bundleCommand } from '../adapters/kubernetes/bundle-command.ts';
import { newPlanId } from '../adapters/random/plan-id.ts';
import type { Memory } from '../adapters/redis/client.ts';
import type { Config } from '../config/schema.ts';
import { platformChannel } from '../core/policy/channel-for.ts';
import { describeFreeze, freezeAt } from '../core/policy/freeze.ts';
import type { ApprovalDesk } from '../flows/remedy/approval-desk.ts';
import { type AuditPlan, makeAuditPlan } from '../flows/remedy/audit-plan.ts';
import { makeApprovalDesk } from '../flows/remedy/make-approval-desk.ts';
import {
  makeNotePlan,
  makePublishPlan,
  type NotePlan,
  type PublishPlan,
  type PublishPlanDeps,
} from '../flows/remedy/publish-plan.ts';
import type { Directory } from '../ports/directory.ts';
import type { RemedyDeps } from '../slack/answers/answer.ts';
import { bundlePlace } from '../slack/render/plans/bundle-place.ts';
import type { ServiceParts } from './service.ts';

/** What bot and workers share about plans: the store, the message, the ledger. Nothing here can change a cluster. */
export interface PlanParts extends PublishPlanDeps {
  readonly auditPlan: AuditPlan;
  readonly publishPlan: PublishPlan;
  readonly notePlan: NotePlan;
}

export function planPartsOf({ config, clock, queue }: ServiceParts, memory: Memory): PlanParts {
  const { policy, instances } = config;
  const namespaces = new Map(instances.map(({ name, remediation }) => [name, remediation.bundleNamespace]));
  const shared: PublishPlanDeps = {
    plans: memory.plans,
    outbox: memory.outbox,
    queue,
    clock,
    policy,
    restoreForMs: policy.approvals.restoreFor,
    reviewWithinMs: policy.breakGlass.reviewWithin,
    bundleCommand: (plan, bundleId) => {
      const namespace = namespaces.get(plan.instance);
      return namespace === undefined ? undefined : bundleCommand(bundleId, namespace, plan);
    },
  };
  return {
    ...shared,
    auditPlan: makeAuditPlan(memory.ledger),
    publishPlan: makePublishPlan(shared),
    notePlan: makeNotePlan(shared),
  };
}

/** Which configured freeze holds somewhere, in words. */
export function frozenBy({ freezes }: Config['policy']) {
  return (instance: string, project: string, now: Date): string | undefined =>
    describeFreeze(freezeAt(freezes, { instance, project }, now));
}

function deskOf(parts: ServiceParts, memory: Memory, directory: Directory): ApprovalDesk {
  const { slack, policy } = parts.config;
  return makeApprovalDesk({
    ...planPartsOf(parts, memory),
    apps: memory.apps,
    ledger: memory.ledger,
    log: parts.log,
    directory,
    channels: slack.channels,
    platformChannel: platformChannel(slack.channels, policy.breakGlass.channel),
    frozenBy: frozenBy(policy),
  });
}

/** What the Slack edge needs to ask for changes; undefined: nothing may be changed anywhere. */
export function remedyDepsOf(parts: ServiceParts, memory: Memory, directory: Directory): RemedyDeps | undefined {
  const places = new Map(
    parts.config.instances.flatMap(({ name, remediation: { enabled, bundleNamespace } }) =>
      enabled ? [[name, bundlePlace(name, bundleNamespace)]] : [],
    ),
  );
  if (places.size === 0) return undefined;
  return {
    plans: memory.plans,
    desk: deskOf(parts, memory, directory),
    canFix: (instance) => places.has(instance),
    bundlePlace: (instance) => places.get(instance) ?? '',
    newId: newPlanId,
  };
}
