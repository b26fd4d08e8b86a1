import { type Json, listAt, type Manifest, stringAt } from '../../../src/core/model/json.ts';
import { keyOfManifest } from '../object-key.ts';
import { secondsOf } from '../time.ts';
import { plain, withResourceHealth } from './app-view.ts';
import { invalidArgument } from './errors.ts';
import { selected } from './fields.ts';
import { findApp, isVisible } from './find-app.ts';
import { type Call, needSession, type Route, type StreamAnswer } from './http.ts';

/* Streams: one JSON object per line (docs/facts.md#streams). */

export const streamRoutes: readonly Route[] = [
  { method: 'GET', path: /^\/api\/v1\/stream\/applications$/, isStream: true, handle: watchApps },
  {
    method: 'GET',
    path: /^\/api\/v1\/applications\/(?<name>[^/]+)(?:\/pods\/(?<pod>[^/]+))?\/logs$/,
    isStream: true,
    handle: podLogs,
  },
];

/** Without a resourceVersion every app comes first as ADDED. What looks the same after `fields` is sent once. */
function watchApps(call: Call): StreamAnswer {
  needSession(call);
  const { backend, query } = call;
  const fields = query.get('fields') ?? undefined;
  const sent = new Map<string, string>();
  return {
    stream(write) {
      const send = (type: string, app: Manifest): void => {
        if (!isVisible(call, app)) return;
        const application = type === 'DELETED' ? plain(app) : withResourceHealth(app, backend);
        const line = selected({ result: { type, application } }, fields);
        const { name } = keyOfManifest(app);
        const text = JSON.stringify(line);
        if (fields !== undefined && sent.get(name) === text) return;
        sent.set(name, text);
        write(line as object);
      };
      if (!query.get('resourceVersion')) for (const app of backend.apps()) send('ADDED', app);
      return backend.watch(({ type, object }) => send(type, object));
    },
  };
}

const MAX_PODS = 10;

function podLogs(call: Call): StreamAnswer {
  const { id, object } = findApp(call);
  needSession(call).need('logs', 'get', object);
  const { query, backend } = call;
  const pods = podsFor(call, backend.tree(id));
  if (pods.length > MAX_PODS)
    throw invalidArgument('max pods to view logs are reached. Please provide more granular query');
  const cluster = backend.cluster(id);
  const now = { timeStamp: secondsOf(backend.now()), timeStampStr: backend.now().toISOString() };
  const lines = pods.flatMap(({ namespace, name }): readonly LogLine[] => {
    const pod = cluster?.get({ group: '', kind: 'Pod', namespace, name });
    const containers = listAt(pod, 'spec', 'containers').flatMap((container) => stringAt(container, 'name') ?? []);
    const container = query.get('container') || (containers.length === 1 ? containers[0] : undefined);
    if (container === undefined) {
      return refused(`a container name must be specified for pod ${name}, choose one of: [${containers.join(' ')}]`);
    }
    const previous = query.get('previous') === 'true';
    const text = cluster?.log({ namespace, name }, container, previous);
    if (text === undefined && previous) {
      return refused(`previous terminated container "${container}" in pod "${name}" not found`);
    }
    return tail(text ?? '', Number(query.get('tailLines') ?? 0)).map((content) => ({ content, podName: name, ...now }));
  });
  return {
    stream(write, end) {
      if (pods.length > 0) {
        for (const line of lines) write({ result: { ...line, last: false } });
        write({ result: { content: '', podName: '', ...now, last: true } });
      }
      end();
      return () => undefined;
    },
  };
}

/** What the kubelet refuses arrives as a line of the log, of no pod and no time: the only way to tell it from output. */
function refused(content: string): readonly LogLine[] {
  return [{ content, podName: '', timeStamp: null, timeStampStr: '0001-01-01T00:00:00Z' }];
}

interface LogLine {
  readonly content: string;
  readonly podName: string;
  readonly timeStamp: string | null;
  readonly timeStampStr: string;
}

interface PodName {
  readonly namespace: string;
  readonly name: string;
}

/** A pod by name, or every pod below the named resource. */
function podsFor({ params, query }: Call, nodes: readonly Json[]): readonly PodName[] {
  const name = params.pod ?? query.get('podName') ?? '';
  const namespace = query.get('namespace') ?? '';
  const pods = nodes.filter((node) => stringAt(node, 'kind') === 'Pod' && (stringAt(node, 'group') ?? '') === '');
  const owner = query.get('resourceName') ?? '';
  return pods
    .filter((node) => {
      if (name !== '' && stringAt(node, 'name') !== name) return false;
      if (namespace !== '' && stringAt(node, 'namespace') !== namespace) return false;
      return owner === '' || isBelow(node, nodes, query.get('kind') ?? '', owner);
    })
    .map((node) => ({ namespace: stringAt(node, 'namespace') ?? '', name: stringAt(node, 'name') ?? '' }));
}

function isBelow(node: Json, nodes: readonly Json[], kind: string, name: string): boolean {
  if (stringAt(node, 'name') === name && (kind === '' || stringAt(node, 'kind') === kind)) return true;
  return listAt(node, 'parentRefs').some((parent) => {
    const found = nodes.find((candidate) => stringAt(candidate, 'uid') === stringAt(parent, 'uid'));
    return found !== undefined && isBelow(found, nodes, kind, name);
  });
}

function tail(text: string, lines: number): readonly string[] {
  const all = text.split('\n').filter((line, index, list) => line !== '' || index < list.length - 1);
  return lines > 0 ? all.slice(-lines) : all;
}
