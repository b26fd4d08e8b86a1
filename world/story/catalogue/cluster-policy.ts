import type { JsonObject, Manifest } from '../../../src/core/model/json.ts';
import { object } from '../manifests.ts';

/*
 * The chart renders many parts of the ClusterPolicy with empty values; the operator's webhook fills them in, and once
 * more after every sync.
 */

const PARTS = [
  'driver',
  'toolkit',
  'devicePlugin',
  'dcgm',
  'dcgmExporter',
  'gfd',
  'migManager',
  'validator',
  'nodeStatusExporter',
];
const ENABLED = new Set(['devicePlugin', 'dcgmExporter', 'gfd', 'validator']);

export const clusterPolicy: Manifest = object('nvidia.com/v1', 'ClusterPolicy', '', 'cluster-policy', {
  spec: {
    operator: { runtimeClass: 'nvidia', defaultRuntime: '' },
    cdi: { enabled: false },
    daemonsets: { updateStrategy: 'RollingUpdate', rollingUpdate: { maxUnavailable: '10%' }, priorityClassName: '' },
    ...Object.fromEntries(
      PARTS.map((part) => [
        part,
        { enabled: ENABLED.has(part), repository: '', image: '', version: '', imagePullPolicy: '' },
      ]),
    ),
  },
});

/** What the operator writes over it. */
export const operatorDefaults: JsonObject = {
  operator: { defaultRuntime: 'containerd' },
  daemonsets: { rollingUpdate: { maxUnavailable: '1' }, priorityClassName: 'system-node-critical' },
  ...Object.fromEntries(
    PARTS.map((part) => [
      part,
      { repository: 'nvcr.io/nvidia', image: part.toLowerCase(), version: 'v25.10.0', imagePullPolicy: 'IfNotPresent' },
    ]),
  ),
};
