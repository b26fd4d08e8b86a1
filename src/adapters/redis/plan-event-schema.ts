import { z } from 'zod';

/* The events of a plan as they are read back: every type by name, because what follows from one that is unknown is too. */

const text = z.string();
const at = text.refine((value) => !Number.isNaN(Date.parse(value)));
const step = z.int().nonnegative();
const because = text.exactOptional();
const answer = z.literal(['match', 'already', 'changed', 'gone']);

const byPerson = { by: text, role: text, at };
const decision = { ...byPerson, planHash: text };

export const StoredApprovalEvent = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('request'), ...byPerson, reason: text, channel: text }),
  z.looseObject({ type: z.literal('approve'), ...decision, typed: text.exactOptional() }),
  z.looseObject({ type: z.literal('deny'), ...decision }),
  z.looseObject({ type: z.literal('break-glass'), ...decision, reason: text, incident: text }),
  z.looseObject({ type: z.literal('cancel'), ...byPerson }),
  z.looseObject({ type: z.literal('expire'), at }),
  z.looseObject({ type: z.literal('supersede'), at, because: text }),
  z.looseObject({ type: z.literal('start'), at, runId: text }),
  z.looseObject({ type: z.literal('end'), at, result: z.literal(['verified', 'failed']) }),
  z.looseObject({ type: z.literal('restore'), at }),
  z.looseObject({ type: z.literal('review'), ...byPerson }),
]);

const AppHealth = z.looseObject({
  app: z.looseObject({ server: text, namespace: text, name: text }),
  status: text,
  resources: z.array(z.looseObject({ ref: z.looseObject({ kind: text, name: text }), status: text })),
});

const Proof = z.looseObject({ sync: text, health: text, findingsLeft: z.number().exactOptional() });

export const StoredRunEvent = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('started'), at, restoresByItself: z.boolean() }),
  z.looseObject({ type: z.literal('rechecked'), at, because, health: z.array(AppHealth).exactOptional() }),
  z.looseObject({ type: z.literal('bundle-saved'), at, bundleId: text }),
  z.looseObject({ type: z.literal('guarded'), at, step, answer }),
  z.looseObject({ type: z.literal('reauthorized'), at, step, because }),
  z.looseObject({ type: z.literal('acted'), at, step }),
  z.looseObject({ type: z.literal('conflicted'), at, step }),
  z.looseObject({ type: z.literal('checked'), at, step, because }),
  z.looseObject({ type: z.literal('health-watched'), at, step, because }),
  z.looseObject({ type: z.literal('proved'), at, proof: Proof }),
  z.looseObject({ type: z.literal('failed'), at, because: text }),
  z.looseObject({ type: z.literal('restore-asked'), at, by: text, role: text }),
  z.looseObject({ type: z.literal('undo-guarded'), at, step, answer }),
  z.looseObject({ type: z.literal('undone'), at, step }),
  z.looseObject({ type: z.literal('undo-failed'), at, step, because: text }),
]);
