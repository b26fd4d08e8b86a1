import { parseQuantity } from '../../../src/core/kubernetes/quantity.ts';
import { at, type Json, listAt, type Manifest, stringAt } from '../../../src/core/model/json.ts';
import type { ClusterModel } from '../../cluster/types.ts';
import { MISSING_TAG } from '../catalogue/drifting.ts';

/** What becomes of a pod, decided from what it asks for and what the cluster has. */
export type PodFate =
  | { readonly kind: 'running' }
  | { readonly kind: 'crashing'; readonly log: string; readonly restarts: number; readonly isPastDeadline?: boolean }
  | { readonly kind: 'image-missing'; readonly image: string }
  | { readonly kind: 'unschedulable'; readonly message: string };

export const NODES = ['node-a', 'node-b', 'node-c'];
const NODE_CPUS = 4;
/** `kubectl set image … web=web:does-not-exist` is enough to see it. */
const isMissing = (image: string): boolean => image === MISSING_TAG || image.endsWith(':does-not-exist');

export function fateOf(model: ClusterModel, namespace: string, podSpec: Json, now: string): PodFate {
  const containers = listAt(podSpec, 'containers');
  const cpus = containers.reduce<number>(
    (sum, container) => sum + cpusOf(at(container, 'resources', 'requests', 'cpu')),
    0,
  );
  if (cpus > NODE_CPUS) {
    return {
      kind: 'unschedulable',
      message: `0/${NODES.length} nodes are available: ${NODES.length} Insufficient cpu. preemption: not eligible due to preemptionPolicy=Never.`,
    };
  }
  const image = containers.flatMap((container) => stringAt(container, 'image') ?? []).find(isMissing);
  if (image !== undefined) return { kind: 'image-missing', image };
  const plugin = pluginIn(model, namespace, podSpec);
  return plugin === undefined ? { kind: 'running' } : { kind: 'crashing', log: pluginLog(plugin, now), restarts: 1154 };
}

/**
 * `kubectl annotate pod <name> plumbline.demo/fate=crash` breaks one pod and leaves Git and the workload alone; with
 * `timeout` its rollout has run out of time too.
 */
export const FATE = 'plumbline.demo/fate';
export type ToldFate = 'crash' | 'timeout';
const FATE_LOG = 'plumbline.demo/log';

export function toldFate(model: ClusterModel, namespace: string, name: string): PodFate | undefined {
  const pod = model.get({ group: '', kind: 'Pod', namespace, name });
  const told = stringAt(pod, 'metadata', 'annotations', FATE);
  if (told !== 'crash' && told !== 'timeout') return undefined;
  const log = stringAt(pod, 'metadata', 'annotations', FATE_LOG) ?? 'level=fatal msg="configuration not found"';
  return { kind: 'crashing', log: `${log}\n`, restarts: 12, isPastDeadline: told === 'timeout' };
}

function cpusOf(value: Json | undefined): number {
  if (typeof value !== 'string' && typeof value !== 'number') return 0;
  const quantity = parseQuantity(value);
  return quantity ? Number(quantity.mantissa) * 10 ** quantity.exponent : 0;
}

/** Argo Rollouts downloads its plugins when it starts. This one was never published. */
function pluginIn(model: ClusterModel, namespace: string, podSpec: Json): string | undefined {
  const mounted = listAt(podSpec, 'volumes').flatMap((volume) => stringAt(volume, 'configMap', 'name') ?? []);
  const maps: readonly (Manifest | undefined)[] = mounted.map((name) =>
    model.get({ group: '', kind: 'ConfigMap', namespace, name }),
  );
  const text = maps.flatMap((map) => stringAt(map, 'data', 'trafficRouterPlugins') ?? []).join('\n');
  return /https:\/\/\S*?rollouts-plugin-trafficrouter-cilium[^\s"\\]*/.exec(text)?.[0];
}

function pluginLog(url: string, now: string): string {
  return [
    `time="${now}" level=info msg="Argo Rollouts starting" version=v1.8.4`,
    `time="${now}" level=info msg="Downloading plugin argoproj-labs/cilium from: ${url}"`,
    `time="${now}" level=fatal msg="Failed to download plugins: failed to download plugin from ${url}: response code Not Found"`,
    '',
  ].join('\n');
}
