import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { z } from 'zod';
import { RejectedError } from '../../core/model/errors.ts';
import { type Manifest, stringAt } from '../../core/model/json.ts';
import { planHash } from '../../core/remedy/plan/assemble.ts';
import type { Plan } from '../../core/remedy/plan/plan.ts';
import type { Bundle } from '../../core/remedy/restore/bundle.ts';
import { restoreList } from '../../core/remedy/restore/restore-list.ts';
import { RawObject } from './schema.ts';

/*
 * A bundle as Secrets. Two gzipped payloads, each cut over as many Secrets as it takes: the list that kubectl applies, and
 * the bundle itself. The first Secret is the index: it says how many there are, and what the whole must hash to.
 */

export const BUNDLE_LABEL = 'plumbline.dev/bundle';
export const MANAGED_BY = { 'app.kubernetes.io/managed-by': 'plumbline' } as const;
export const PARTS_ANNOTATION = 'plumbline.dev/parts';
export const AT_ANNOTATION = 'plumbline.dev/at';
const SHA_ANNOTATION = 'plumbline.dev/sha256';
export const RESTORE_KEY = 'restore.json.gz';
const BUNDLE_KEY = 'bundle.json.gz';
const PAYLOADS = [RESTORE_KEY, BUNDLE_KEY] as const;

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** Names sort as numbers do. */
export function partName(bundleId: string, part: number): string {
  const name = `plumbline-bundle-${bundleId}`;
  return part === 0 ? name : `${name}-${String(part).padStart(3, '0')}`;
}

/** The index is the first of them. */
export async function secretsOf(bundle: Bundle, namespace: string, partBytes: number): Promise<readonly Manifest[]> {
  const payloads: readonly Buffer[] = [
    await compress(JSON.stringify(restoreList(bundle))),
    await compress(JSON.stringify(bundle)),
  ];
  const sha256 = createHash('sha256').update(Buffer.concat(payloads)).digest('hex');
  const parts = cut(payloads, partBytes);
  return parts.map((data, part) => ({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: {
      namespace,
      name: partName(bundle.id, part),
      labels: { ...MANAGED_BY, [BUNDLE_LABEL]: bundle.id, 'plumbline.dev/app': labelValue(bundle.app.name) },
      annotations: {
        'plumbline.dev/instance': bundle.plan.instance,
        'plumbline.dev/application': `${bundle.app.namespace}/${bundle.app.name}`,
        [AT_ANNOTATION]: bundle.at,
        ...(part === 0 ? { [PARTS_ANNOTATION]: String(parts.length), [SHA_ANNOTATION]: sha256 } : {}),
      },
    },
    type: 'plumbline.dev/bundle',
    immutable: true,
    data,
  }));
}

/** Label values end after 63 characters, with a letter or digit. */
function labelValue(text: string): string {
  return text.slice(0, 63).replace(/[^A-Za-z0-9]+$/, '');
}

type Data = Readonly<Record<string, string>>;

function cut(payloads: readonly Buffer[], partBytes: number): readonly Data[] {
  const whole = Buffer.concat(payloads);
  const parts: Data[] = [];
  for (let from = 0; from < whole.length; from += partBytes) {
    let start = 0;
    const slices = payloads.flatMap((payload, index): [string, string][] => {
      const slice = payload.subarray(Math.max(from - start, 0), Math.max(from + partBytes - start, 0));
      start += payload.length;
      return slice.length === 0 ? [] : [[PAYLOADS[index] ?? '', slice.toString('base64')]];
    });
    parts.push(Object.fromEntries(slices));
  }
  return parts;
}

const StoredBundle = z.looseObject({
  id: z.string(),
  at: z.string(),
  app: z.looseObject({ server: z.string(), namespace: z.string(), name: z.string() }),
  plan: z.custom<Plan>((value) => RawObject.safeParse(value).success && isOwnPlan(value as Plan)),
  objects: z.array(z.union([RawObject, z.null()])),
});

/** A plan that is not what its hash names was changed after it was approved. */
function isOwnPlan(plan: Plan): boolean {
  return Array.isArray(plan.steps) && planHash(plan) === plan.hash;
}

/** @throws RejectedError 'bundle.damaged' */
export async function bundleFrom(bundleId: string, secrets: readonly Manifest[]): Promise<Bundle> {
  const payloads = PAYLOADS.map((key) =>
    Buffer.concat(secrets.map((secret) => Buffer.from(stringAt(secret, 'data', key) ?? '', 'base64'))),
  );
  const sha256 = createHash('sha256').update(Buffer.concat(payloads)).digest('hex');
  if (sha256 !== stringAt(secrets[0], 'metadata', 'annotations', SHA_ANNOTATION))
    throw damaged(bundleId, 'its content is not what its checksum says');
  const parsed = StoredBundle.safeParse(await parsedJson(payloads[1]));
  if (!parsed.success) throw damaged(bundleId, 'its content is not a bundle');
  const bundle: Bundle = parsed.data;
  if (bundle.id !== bundleId || bundle.objects.length !== bundle.plan.steps.length)
    throw damaged(bundleId, 'it does not fit its plan');
  return bundle;
}

async function parsedJson(payload: Buffer | undefined): Promise<unknown> {
  try {
    return JSON.parse((await decompress(payload ?? '')).toString('utf8'));
  } catch {
    return undefined;
  }
}

export function damaged(bundleId: string, why: string): RejectedError {
  return new RejectedError(
    'bundle.damaged',
    `The rollback bundle ${bundleId} is damaged: ${why}.`,
    'Look at its Secrets, restore them from a backup of the cluster, or bring the objects back from Git.',
  );
}
