import { randomUUID } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { JsonObject } from '../../src/core/model/json.ts';
import { type ParsedTexts, parsedTexts, rememberParsed } from '../argocd/render.ts';
import type { ClusterState } from '../cluster/cluster-model.ts';
import type { Installed } from './story-cluster.ts';

/*
 * Where many processes start worlds one after the other, as test runners do, the first one may keep its template in a
 * file for the others. Whoever names the file answers for its age: nothing here notices that the story was edited.
 */

export interface Template extends Installed {
  /** What Git holds. */
  readonly files: ReadonlyMap<string, string>;
}

type Entries<T> = readonly (readonly [string, T])[];

interface KeptTemplate {
  readonly files: Entries<string>;
  readonly state: Omit<ClusterState, 'logs'>;
  readonly logs: Entries<Entries<string>>;
  readonly applied: Entries<readonly JsonObject[]>;
  readonly parsed: ParsedTexts;
}

const FILE = 'PLUMBLINE_WORLD_TEMPLATE';

export function keptTemplate(file = process.env[FILE] ?? ''): Template | undefined {
  const kept = file === '' ? undefined : read(file);
  if (!kept) return undefined;
  rememberParsed(kept.parsed);
  return {
    files: new Map(kept.files),
    state: { ...kept.state, logs: new Map(kept.logs.map(([pod, texts]) => [pod, new Map(texts)])) },
    applied: new Map(kept.applied),
  };
}

export function keepTemplate(template: Template, file = process.env[FILE] ?? ''): Template {
  if (file === '') return template;
  const { logs, ...state } = template.state;
  const kept: KeptTemplate = {
    files: [...template.files],
    state,
    logs: [...logs].map(([pod, texts]) => [pod, [...texts]]),
    applied: [...template.applied],
    parsed: parsedTexts(),
  };
  // another process may read or write it at this moment
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, JSON.stringify(kept));
  renameSync(draft, file);
  return template;
}

function read(file: string): KeptTemplate | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as KeptTemplate;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
