import { createHash } from 'node:crypto';
import { makeMasker } from '../../core/mask/mask.ts';
import type { AppChange, AppSelector, CallOptions } from '../../ports/argocd.ts';
import type { Http } from './http.ts';
import { mapChange } from './map.ts';
import type { Parse } from './parse.ts';
import { route, selectorQuery } from './routes.ts';
import { ApplicationEvent } from './schema.ts';

/**
 * Argo CD drops an event that equals the app's last one after this selection. So it holds what a scan reads, or changes
 * would be lost, but neither `reconciledAt` nor annotations: every comparison and every refresh, ours too, would be news.
 */
const FIELDS = [
  'result.type',
  ...[
    'metadata.name',
    'metadata.namespace',
    'spec',
    'operation',
    'status.sync.status',
    'status.sync.revision',
    'status.health',
    'status.conditions',
    'status.resources',
    'status.operationState.phase',
    'status.operationState.startedAt',
    'status.operationState.finishedAt',
    'status.operationState.message',
    'status.operationState.retryCount',
  ].map((field) => `result.application.${field}`),
].join(',');

export interface WatchOptions {
  readonly server: string;
  /** The stream has no keep-alive: after this much silence nobody knows whether it still lives. */
  readonly idleMs: number;
}

/** Begins with one `added` per app, so that nothing is missed between a list and the watch. */
export async function* watchApps(
  http: Http,
  parse: Parse,
  { server, idleMs }: WatchOptions,
  selector: AppSelector,
  { signal }: CallOptions,
): AsyncGenerator<AppChange> {
  const reading = { server, masker: makeMasker() };
  const query = { ...selectorQuery(selector), fields: FIELDS };
  for await (const event of http.follow({ path: route('stream', 'applications'), query, signal, idleMs })) {
    yield { ...mapChange(parse(ApplicationEvent, event), reading), identity: identityOf(event) };
  }
}

/** Of the application as it came: what kind of event brought it does not matter. */
function identityOf(event: unknown): string {
  const { result } = event as { readonly result?: { readonly application?: unknown } };
  return createHash('sha256')
    .update(JSON.stringify(result?.application ?? null))
    .digest('base64url');
}
