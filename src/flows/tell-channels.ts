import type { Alert } from '../core/digest/alert.ts';
import { decideAlerts } from '../core/digest/alerts.ts';
import { buildDigest, type DigestInput, type DigestMark, markAfter } from '../core/digest/build-digest.ts';
import { type Digest, isQuietDay, type Trend, type WaitingRequest } from '../core/digest/digest.ts';
import { type DigestTime, dueDay, localTime } from '../core/digest/due.ts';
import { scopeTrend } from '../core/digest/trend.ts';
import { waitingIn } from '../core/digest/waiting.ts';
import { UnavailableError } from '../core/model/errors.ts';
import { coversInstance, type Scope } from '../core/model/fleet-scope.ts';
import { type ChannelScope, scopeOfChannel } from '../core/policy/visibility.ts';
import { approvalFrom } from '../core/remedy/approval/approval.ts';
import type { Clock } from '../ports/clock.ts';
import type { Locks } from '../ports/locks.ts';
import type { ChannelMemory, SnapshotMemory, TimelineMemory } from '../ports/memory.ts';
import type { Outbox } from '../ports/outbox.ts';
import type { PlanMemory } from '../ports/plans.ts';
import type { Queue } from '../ports/queue.ts';

/** A channel that is told things. */
export interface ToldChannel extends ChannelScope {
  readonly digest: DigestTime & { readonly enabled: boolean; readonly quietDay: 'line' | 'nothing' };
  readonly alerts: boolean;
}

export interface TellDeps {
  readonly snapshots: SnapshotMemory;
  readonly timeline: TimelineMemory;
  readonly channelMemory: ChannelMemory;
  readonly plans: Pick<PlanMemory, 'tended' | 'find'>;
  readonly outbox: Outbox;
  readonly queue: Queue;
  readonly locks: Locks;
  readonly clock: Clock;
  /** All configured instances, by name. */
  readonly instances: readonly string[];
  readonly downAfterMs: number;
}

const TREND_DAYS = 14;
/** Two that decide at once from different snapshots would take an alert back and forth. */
const LOCK_MS = 15_000;

export interface TellChannels {
  /** What is due now: the first report, the day's digest, alerts. Telling twice changes nothing. */
  tell(channel: ToldChannel): Promise<void>;
  /** The digest as it would be at this instant; undefined: nothing was scanned yet. */
  preview(channel: ToldChannel, now?: Date): Promise<Digest | undefined>;
  /** Posts the digest of the instant at once, whatever the time of day. */
  sendNow(channel: ToldChannel, now: Date): Promise<Digest | undefined>;
}

export function makeTellChannels(deps: TellDeps): TellChannels {
  return {
    async tell(channel) {
      try {
        await deps.locks.withLock(`tell.${channel.id}`, LOCK_MS, () => tellAlone(channel, deps));
      } catch (error) {
        // somebody else is telling it the same
        if (!(error instanceof UnavailableError && error.code === 'lock.busy')) throw error;
      }
    },
    async preview(channel, now = deps.clock.now()) {
      const input = await gather(channel, now, await deps.channelMemory.mark(channel.id), deps);
      return input && buildDigest(input);
    },
    async sendNow(channel, now) {
      const input = await gather(channel, now, await deps.channelMemory.mark(channel.id), deps);
      return input && send(input, channel, deps);
    },
  };
}

async function tellAlone(channel: ToldChannel, deps: TellDeps): Promise<void> {
  const now = deps.clock.now();
  if (await sendIfDue(channel, now, deps)) return;
  if (channel.alerts) await raiseAlerts(channel, now, deps);
}

/** Answers whether the first report is still to come: until then nothing else is said. */
async function sendIfDue(channel: ToldChannel, now: Date, deps: TellDeps): Promise<boolean> {
  const mark = await deps.channelMemory.mark(channel.id);
  const day = channel.digest.enabled ? dueDay(channel.digest, mark?.day, now) : undefined;
  if (mark !== undefined && day === undefined) return false;
  const input = await gather(channel, now, mark, deps);
  if (input === undefined) return true;
  if (mark === undefined || day !== undefined) await send(input, channel, deps);
  return false;
}

async function send(input: DigestInput, { id, digest: { quietDay } }: ToldChannel, deps: TellDeps): Promise<Digest> {
  const digest = buildDigest(input);
  if (!isQuietDay(digest) || quietDay === 'line') {
    const key = digest.kind === 'baseline' ? 'digest.baseline' : `digest.${digest.day}`;
    const { pending } = await deps.outbox.put(
      { channel: id, key, message: { type: 'digest', digest } },
      { onlyNew: true },
    );
    if (pending) await deps.queue.ask({ type: 'deliver', channel: id });
  }
  await deps.channelMemory.saveMark(id, markAfter(digest, input));
  return digest;
}

/**
 * undefined: an instance of the channel was not scanned yet, so a report would be half of the truth. The mark is the one by
 * which the digest was found to be due: two that tell at the same time then say the same thing, once.
 */
async function gather(
  channel: ToldChannel,
  now: Date,
  mark: DigestMark | undefined,
  deps: TellDeps,
): Promise<DigestInput | undefined> {
  const scope = scopeOfChannel(channel);
  const covered = deps.instances.filter((instance) => coversInstance(scope, instance));
  const instances = await Promise.all(
    covered.map(async (instance) => {
      const [snapshot, reach, movements] = await Promise.all([
        deps.snapshots.snapshot(instance),
        deps.snapshots.reach(instance),
        mark === undefined ? [] : deps.timeline.movements(instance, { from: mark.at, to: now.toISOString() }),
      ]);
      return snapshot === undefined ? undefined : { snapshot, reach, movements };
    }),
  );
  const scanned = instances.flatMap((one) => one ?? []);
  if (scanned.length < covered.length || covered.length === 0) return undefined;
  const { day } = localTime(now, channel.digest.timeZone);
  return {
    channel: channel.id,
    scope,
    day,
    now: now.toISOString(),
    mark,
    instances: scanned,
    waiting: await waitingOf(channel.id, deps),
    trend: await trendOf(scope, covered, deps),
  };
}

async function trendOf(scope: Scope, instances: readonly string[], { timeline }: TellDeps): Promise<Trend> {
  const tallies = await Promise.all(instances.map((instance) => timeline.tallies(instance, TREND_DAYS)));
  return scopeTrend(tallies.flat(), scope);
}

/** Requests that stand in this channel. */
async function waitingOf(channel: string, { plans }: TellDeps): Promise<readonly WaitingRequest[]> {
  const records = await Promise.all((await plans.tended()).map((id) => plans.find(id)));
  return waitingIn(
    channel,
    records.flatMap((record) => (record === undefined ? [] : [approvalFrom(record.plan, record.approval)])),
  );
}

async function raiseAlerts(channel: ToldChannel, now: Date, deps: TellDeps): Promise<void> {
  const scope = scopeOfChannel(channel);
  const covered = deps.instances.filter((instance) => coversInstance(scope, instance));
  const [state, ...instances] = await Promise.all([
    deps.channelMemory.alerts(channel.id),
    ...covered.map(async (instance) => ({
      snapshot: await deps.snapshots.snapshot(instance),
      reach: await deps.snapshots.reach(instance),
    })),
  ]);
  const decision = decideAlerts(state, { scope, now: now.toISOString(), instances, downForMs: deps.downAfterMs });
  const puts = (await Promise.all(decision.say.map((alert) => putAlert(alert, channel.id, deps)))).flat();
  await deps.channelMemory.saveAlerts(channel.id, decision.state);
  if (puts.some(({ pending }) => pending)) await deps.queue.ask({ type: 'deliver', channel: channel.id });
}

/** The alert where it stands already; at its end also a line in its thread, for whoever follows it. */
async function putAlert(alert: Alert, channel: string, { outbox }: TellDeps): Promise<readonly { pending: boolean }[]> {
  const key = `alert.${alert.key}.${alert.raisedAt}`;
  const stands = await outbox.put({ channel, key, message: { type: 'alert', alert } });
  if (alert.resolvedAt === undefined) return [stands];
  const over = { channel, key: `${key}.over`, under: key, message: { type: 'alert-over', alert } } as const;
  return [stands, await outbox.put(over, { onlyNew: true })];
}
