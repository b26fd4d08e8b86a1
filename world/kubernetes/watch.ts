import type { Json, Manifest } from '../../src/core/model/json.ts';
import { stringAt } from '../../src/core/model/json.ts';
import { apiVersionOf } from '../cluster/objects/kind-definition.ts';
import type { ClusterEvent, ClusterModel, KindInfo } from '../cluster/types.ts';
import type { ApiAnswer, ApiRequest, ApiStream } from './http.ts';
import { inVersion } from './read.ts';
import type { Route } from './route.ts';
import { parseSelectors, type Selects } from './selectors.ts';
import { expired, statusObject } from './status.ts';
import { asksForTable, tableOf } from './table/table.ts';
import type { WatchLog } from './watch-log.ts';

const BOOKMARK_EVERY_MILLISECONDS = 10_000;

export interface WatchParts {
  readonly model: ClusterModel;
  readonly log: WatchLog;
  now(): Date;
}

export function answerWatch(request: ApiRequest, route: Route, { model, log, now }: WatchParts): ApiAnswer {
  const { kind } = route;
  const { query } = request;
  const selects = parseSelectors(query, kind);
  const version = query.get('resourceVersion') ?? '';
  const wantsInitial = query.get('sendInitialEvents') === 'true' || version === '' || version === '0';
  const render = asksForTable(request.accept)
    ? (object: Manifest): Json => tableOf(kind, [object], { resourceVersion: versionOf(object) }, now())
    : (object: Manifest): Json => inVersion(object, kind);

  const open = (stream: ApiStream): void => {
    const send = (type: string, object: Json): void => stream.write(`${JSON.stringify({ type, object })}\n`);
    const bookmark = (annotations?: Json): void =>
      send('BOOKMARK', {
        kind: kind.kind,
        apiVersion: apiVersionOf(kind),
        metadata: {
          resourceVersion: model.resourceVersion(),
          creationTimestamp: null,
          ...(annotations ? { annotations } : {}),
        },
      });
    const past = wantsInitial ? initial(model, route) : log.since(version);
    if (past === undefined) {
      send('ERROR', statusObject(expired(`too old resource version: ${version} (${model.resourceVersion()})`)));
      stream.end();
      return;
    }
    const deliver = deliveryOf(kind, inScope(route, selects), (type, object) => send(type, render(object)));
    for (const event of past) deliver(event);
    if (query.get('sendInitialEvents') === 'true') bookmark({ 'k8s.io/initial-events-end': 'true' });
    const stop = log.subscribe(deliver);
    const wantsBookmarks = query.get('allowWatchBookmarks') === 'true';
    const bookmarks = setInterval(() => wantsBookmarks && bookmark(), BOOKMARK_EVERY_MILLISECONDS).unref();
    const seconds = Number(query.get('timeoutSeconds') ?? 0);
    const timeout = seconds > 0 ? setTimeout(() => stream.end(), seconds * 1000).unref() : undefined;
    stream.onClose(() => {
      stop();
      clearInterval(bookmarks);
      clearTimeout(timeout);
    });
  };
  return { kind: 'stream', contentType: 'application/json', open };
}

function initial(model: ClusterModel, { kind, namespace }: Route): readonly ClusterEvent[] {
  const scope = kind.namespaced && namespace !== '' ? namespace : undefined;
  return model.list(kind, scope).map((object) => ({ type: 'ADDED', object, depth: 0 }));
}

function inScope({ namespace, name }: Route, selects: Selects): Selects {
  return (object) =>
    (namespace === '' || stringAt(object, 'metadata', 'namespace') === namespace) &&
    (name === undefined || stringAt(object, 'metadata', 'name') === name) &&
    selects(object);
}

/** An object that starts or ends to match the selector is added or deleted for this watcher. */
function deliveryOf(
  kind: KindInfo,
  selects: Selects,
  send: (type: string, object: Manifest) => void,
): (event: ClusterEvent) => void {
  const known = new Set<string>();
  return ({ type, object }) => {
    if (object.kind !== kind.kind || groupOf(object) !== kind.group) return;
    const uid = stringAt(object, 'metadata', 'uid') ?? '';
    const matches = selects(object);
    if (type === 'DELETED' || !matches) {
      if (known.delete(uid) || (type !== 'ADDED' && matches)) send('DELETED', object);
      return;
    }
    send(known.has(uid) ? 'MODIFIED' : type, object);
    known.add(uid);
  };
}

function groupOf(object: Manifest): string {
  const apiVersion = String(object.apiVersion);
  return apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
}

function versionOf(object: Manifest): string {
  return stringAt(object, 'metadata', 'resourceVersion') ?? '';
}
