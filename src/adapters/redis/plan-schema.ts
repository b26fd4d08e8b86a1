import { z } from 'zod';
import type { JsonObject } from '../../core/model/json.ts';
import { planHash } from '../../core/remedy/plan/assemble.ts';

/*
 * What is read back of plans. Stricter than the rest of the store: these values decide what is changed in a cluster, so
 * that an event of an unknown type, or a plan that is not the one its hash names, is not read at all.
 */

const text = z.string();
const texts = z.array(text);
const tier = z.literal([0, 1, 2, 3]);
const appRef = z.looseObject({ server: text, namespace: text, name: text });
const resourceRef = z.looseObject({ group: text, kind: text, namespace: text, name: text });
/** Passed on as it is: a patch may own any key. */
const patch = z.custom<JsonObject>((value) => typeof value === 'object' && value !== null && !Array.isArray(value));

const Undo = z.discriminatedUnion('how', [
  z.looseObject({ how: z.literal('recreate'), note: text }),
  z.looseObject({ how: z.literal('reapply'), note: text }),
  z.looseObject({ how: z.literal('patch'), patch }),
  z.looseObject({ how: z.literal('none'), because: text }),
]);

const Step = z.looseObject({
  verb: z.literal(['delete', 'annotate', 'label', 'patch', 'sync', 'terminate', 'restart', 'rollback']),
  target: resourceRef,
  version: text,
  guard: z.looseObject({ uid: text, digest: text, mutated: texts }),
  patch: patch.exactOptional(),
  historyId: z.number().exactOptional(),
  check: z.literal(['gone', 'written', 'settled']),
  undo: Undo,
  tier,
  usedBy: z.array(resourceRef),
  effects: texts,
  writes: z.array(z.looseObject({ path: text, before: text, after: text })).exactOptional(),
});

const Excluded = z.looseObject({ target: resourceRef, because: text });

export const StoredPlan = z
  .looseObject({
    id: text,
    instance: text,
    app: appRef,
    project: text,
    environment: text,
    expiresAt: text,
    plannedAt: text,
    destination: z.looseObject({
      server: text.exactOptional(),
      name: text.exactOptional(),
      namespace: text.exactOptional(),
    }),
    affected: z.array(appRef),
    held: texts.exactOptional(),
    kind: z.literal([
      'delete-zombies',
      'delete-hooks',
      'adopt',
      'label',
      'annotate',
      'sync',
      'revert',
      'terminate',
      'restart',
      'rollback',
    ]),
    steps: z.array(Step).min(1),
    tier,
    blastRadius: texts,
    excluded: z.array(Excluded),
    after: text.exactOptional(),
    hash: text,
  })
  .refine((plan) => planHash(plan) === plan.hash, { path: ['hash'] });

const Rival = z.looseObject({
  planId: text,
  requestedBy: text,
  requestedAt: text,
  channel: text,
  state: z.literal(['requested', 'approved', 'running', 'restoring']),
  shared: text,
});

export const StoredOffer = z.looseObject({
  id: text,
  instance: text,
  app: appRef,
  project: text,
  at: text,
  plans: z.array(z.looseObject({ plan: StoredPlan, partOf: text.exactOptional(), rival: Rival.exactOptional() })),
  excluded: z.array(Excluded),
  notes: texts,
  failure: z.looseObject({ problem: text, hint: text }).exactOptional(),
});
