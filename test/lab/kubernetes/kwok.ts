import { join } from 'node:path';
import { locateProgram } from '../build/build-program.ts';
import { PROGRAMS } from '../build/programs.ts';
import type { ProcessSpec } from '../processes.ts';
import type { Manifest } from './resource-paths.ts';

/** KWOK's own stages make nodes and pods ready at once; ours makes marked pods crash and restart. */
export function kwokSpec(kubeconfig: string, port: number): ProcessSpec {
  const { folder, binary } = locateProgram(PROGRAMS.kwok);
  const stages = [
    join(folder, 'kustomize/stage/node/fast/node-initialize.yaml'),
    join(folder, 'kustomize/stage/node/heartbeat/node-heartbeat.yaml'),
    join(folder, 'kustomize/stage/pod/fast/pod-ready.yaml'),
    join(folder, 'kustomize/stage/pod/fast/pod-complete.yaml'),
    join(folder, 'kustomize/stage/pod/fast/pod-delete.yaml'),
    join(import.meta.dirname, 'pod-crash-loop.yaml'),
  ];
  return {
    name: 'kwok',
    command: binary,
    args: [
      `--kubeconfig=${kubeconfig}`,
      '--manage-all-nodes=true',
      '--node-lease-duration-seconds=0',
      `--server-address=127.0.0.1:${port}`,
      ...stages.map((file) => `--config=${file}`),
    ],
  };
}

export function aNode(name: string): Manifest {
  const resources = { cpu: '32', memory: '256Gi', pods: '500' };
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name,
      annotations: { 'kwok.x-k8s.io/node': 'fake' },
      labels: {
        'kubernetes.io/hostname': name,
        'kubernetes.io/os': 'linux',
        'kubernetes.io/arch': 'amd64',
        type: 'kwok',
      },
    },
    status: { allocatable: resources, capacity: resources },
  };
}
