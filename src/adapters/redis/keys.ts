import type { AppKey } from '../../core/model/app-key.ts';

/*
 * Every key that Plumbline writes. The prefix has a hash tag, so that on a Redis Cluster they share a slot and one
 * script may touch several of them.
 */
export const DEFAULT_PREFIX = '{plumbline}';

export type Keys = ReturnType<typeof makeKeys>;

export function makeKeys(prefix: string = DEFAULT_PREFIX) {
  const key = (...parts: readonly string[]): string => [prefix, ...parts.map(encodeURIComponent)].join(':');
  return {
    schema: key('schema'),
    /** What could not be read was moved here, as it stood. */
    unreadable: key('unreadable'),
    /** For BullMQ: it adds `:<queue>:…`. */
    jobs: key('jobs'),
    lock: (name: string) => key('lock', name),
    /** The limiter adds `:<instance>`. */
    rates: key('rate'),

    /** Hashes: app → version, row, record. */
    appVersions: (instance: string) => key('apps', instance, 'versions'),
    appRows: (instance: string) => key('apps', instance, 'rows'),
    appRecords: (instance: string) => key('apps', instance, 'records'),

    /** Hash: id → movement. */
    movements: (instance: string) => key('timeline', instance, 'movements'),
    /** Sorted sets: id by time, of the instance and of one app. */
    timeline: (instance: string) => key('timeline', instance, 'all'),
    timelineOf: (instance: string, app: AppKey) => key('timeline', instance, 'app', app),
    /** Hash: day → tally. */
    tallies: (instance: string) => key('timeline', instance, 'tallies'),

    /** The generation that readers see. */
    currentSnapshot: (instance: string) => key('snapshot', instance, 'current'),
    snapshot: (instance: string, generation: string) => key('snapshot', instance, generation, 'body'),
    /** Hash: id → pattern. */
    patterns: (instance: string, generation: string) => key('snapshot', instance, generation, 'patterns'),
    /** List: each element many rows. */
    rows: (instance: string, generation: string) => key('snapshot', instance, generation, 'rows'),
    reach: (instance: string) => key('reach', instance),

    mark: (channel: string) => key('channel', channel, 'mark'),
    alerts: (channel: string) => key('channel', channel, 'alerts'),

    scan: (instance: string) => key('scan', instance, 'progress'),
    scanBatches: (instance: string) => key('scan', instance, 'batches'),

    outboxEntry: (channel: string, entry: string) => key('outbox', 'entry', channel, entry),
    outboxSequence: (channel: string) => key('outbox', 'sequence', channel),
    /** Sorted set: entry by sequence. */
    outboxPending: (channel: string) => key('outbox', 'pending', channel),
    /** Set: channels with something pending. */
    outboxChannels: key('outbox', 'channels'),
    /** Sorted set: `[channel, entry]` by the time at which it was settled. */
    outboxSettled: key('outbox', 'settled'),

    /** Hash: plan, instance, app, and who appended last: approvalBy, runBy. */
    plan: (id: string) => key('plans', 'plan', id),
    /** Lists of events. */
    planApproval: (id: string) => key('plans', 'approval', id),
    planRun: (id: string) => key('plans', 'run', id),
    /** Sorted sets of plans: that nobody requested, by when they were made; that somebody did, by their last event. */
    planDrafts: key('plans', 'drafts'),
    plansRequested: key('plans', 'requested'),
    /** Sorted set: plans that wait, run or can be restored, by the time of the request. */
    plansTended: key('plans', 'tended'),
    /** Sorted set: plans of one app by the time of the request. */
    plansOf: (instance: string, app: AppKey) => key('plans', 'app', instance, app),
    /** Hash: instance and app → how many of its plans were ever requested. */
    plansJoined: key('plans', 'joined'),
    offer: (id: string) => key('offers', 'offer', id),
    /** Sorted set: offers by when they were made. */
    offers: key('offers', 'all'),

    /** Stream: entry by sequence. Like the two beside it never trimmed. */
    auditEntries: key('audit', 'entries'),
    auditHead: key('audit', 'head'),
    /** Hash: id of the event → sequence. */
    auditIds: key('audit', 'ids'),
  };
}
