import { z } from 'zod';
import { isObject, type Json, type Manifest } from '../../core/model/json.ts';

/* Only what is read, as loosely as it can be read. Objects themselves stay raw JSON. */

export const RawObject = z.custom<Manifest>((value) => isObject(value as Json));

export const Status = z.object({
  kind: z.literal('Status'),
  reason: z.string().optional(),
  message: z.string().optional(),
  metadata: z.object({ continue: z.string().optional() }).optional(),
  details: z
    .object({
      retryAfterSeconds: z.number().optional(),
      causes: z.array(z.object({ reason: z.string().optional(), field: z.string().optional() })).optional(),
    })
    .nullish(),
});
export type Status = z.infer<typeof Status>;

export const ObjectList = z.object({
  metadata: z.object({ continue: z.string().optional() }).default({}),
  /** Go writes an empty list as null now and then. */
  items: z
    .array(RawObject)
    .nullish()
    .transform((items) => items ?? []),
});

export const ResourceList = z.object({
  resources: z
    .array(z.object({ name: z.string(), kind: z.string(), namespaced: z.boolean() }))
    .nullish()
    .transform((resources) => resources ?? []),
});

export const ApiGroup = z.object({
  versions: z.array(z.object({ version: z.string() })),
  preferredVersion: z.object({ version: z.string() }).optional(),
});

export const Version = z.object({ gitVersion: z.string() });

export const AccessReview = z.object({ status: z.object({ allowed: z.boolean() }) });

/** The part of a kubeconfig's `exec` entry that a plugin has to be told about. */
export const ExecEntry = z.looseObject({
  apiVersion: z.string().default('client.authentication.k8s.io/v1'),
  provideClusterInfo: z.boolean().default(false),
  env: z
    .array(z.object({ name: z.string(), value: z.string() }))
    .nullish()
    .transform((env) => env ?? []),
});
