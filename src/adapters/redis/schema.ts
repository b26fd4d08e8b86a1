import { z } from 'zod';

/*
 * What is read back. Values were written by this program, so only what answers rest on is checked and everything else is
 * passed on as it stands: a field that a newer release added survives an older reader.
 */

const text = z.string();
const count = z.number();
const strings = z.record(z.string(), z.string());
const list = z.array(z.looseObject({}));

const Look = z.looseObject({ identity: text, probe: text, at: text });
const common = {
  project: text,
  labels: strings,
  sync: text,
  health: text,
  look: Look,
  clock: z.looseObject({}),
  version: count.int().positive(),
};

export const AppRow = z.looseObject({
  ...common,
  key: text,
  name: text,
  findings: z.array(z.looseObject({ id: text, pattern: text, driftClass: text })),
});

export const AppRecord = z.looseObject({
  ...common,
  ref: z.looseObject({ server: text, namespace: text, name: text }),
  revisions: z.array(text),
  autoSync: z.looseObject({ enabled: z.boolean() }),
  findings: z.array(z.looseObject({ id: text, pattern: text, driftClass: text, firstSeen: text, lastSeen: text })),
  runbook: list,
  gaps: z.array(text),
});

export const Movement = z.looseObject({ id: text, at: text, app: text, type: text });

export const PatternRecord = z.looseObject({
  id: text,
  driftClass: text,
  severity: text,
  firstSeen: text,
  lastSeen: text,
  slices: z.record(z.string(), z.looseObject({ apps: count, resources: count, differences: count })),
});

export const SnapshotRows = z.array(
  z.looseObject({ app: text, resource: z.looseObject({ kind: text, name: text }), driftClass: text, slice: text }),
);

export const Snapshot = z.looseObject({
  instance: text,
  scanId: text,
  scannedAt: text,
  apps: count,
  outOfSync: count,
  slices: z.record(z.string(), z.looseObject({ apps: count })),
  notHealthy: list,
  patterns: list,
  autoSyncOff: list,
  frozen: list,
  notObserved: list,
});

export const InstanceReach = z.looseObject({ instance: text });

export const DailyTally = z.looseObject({ day: text, apps: count, outOfSync: count, notHealthy: count });

export const DigestMark = z.looseObject({
  at: text,
  day: text,
  sizes: z.record(z.string(), z.looseObject({ apps: count, resources: count, differences: count })),
});

export const AlertState = z.looseObject({
  open: z.record(z.string(), z.union([z.literal('told'), z.looseObject({ key: text })])),
});

export const Message = z.looseObject({ type: text });

export const AuditEntry = z.looseObject({
  id: text,
  at: text,
  instance: text,
  actor: z.looseObject({ user: text, role: text }),
  action: text,
  subject: z.looseObject({ planId: text, planHash: text, app: text, project: text }).optional(),
  sequence: count.int().positive(),
  previous: text,
  hash: text,
});
