import { describe, expect, it } from 'vitest';
import { rankedPod, worstFirst } from '../../../../src/adapters/kubernetes/pod-state.ts';
import { makeMasker } from '../../../../src/core/mask/mask.ts';
import type { Json, Manifest } from '../../../../src/core/model/json.ts';

const NOW = new Date('2026-11-16T12:00:00Z');

interface Parts {
  readonly phase?: string;
  readonly containers?: readonly Json[];
  readonly init?: readonly Json[];
  readonly conditions?: readonly Json[];
  readonly status?: Record<string, Json>;
  readonly metadata?: Record<string, Json>;
  readonly sidecar?: string;
}

function aPod({ phase = 'Running', containers = [], init = [], conditions = [], ...parts }: Parts): Manifest {
  const names = (statuses: readonly Json[]) => statuses.map((status) => (status as { name: string }).name);
  return {
    metadata: { name: 'web-1', namespace: 'shop', creationTimestamp: '2026-10-26T12:00:00Z', ...parts.metadata },
    spec: {
      containers: names(containers).map((name) => ({ name })),
      initContainers: names(init).map((name) =>
        name === parts.sidecar ? { name, restartPolicy: 'Always' } : { name },
      ),
    },
    status: { phase, containerStatuses: containers, initContainerStatuses: init, conditions, ...parts.status },
  };
}

const running = (name: string, more: Record<string, Json> = {}): Json => ({
  name,
  ready: true,
  restartCount: 0,
  state: { running: {} },
  ...more,
});
const waiting = (name: string, reason: string, more: Record<string, Json> = {}): Json => ({
  name,
  ready: false,
  restartCount: 0,
  state: { waiting: { reason } },
  ...more,
});
const ended = (name: string, exitCode: number, reason = exitCode === 0 ? 'Completed' : 'Error'): Json => ({
  name,
  ready: false,
  restartCount: 0,
  state: { terminated: { exitCode, reason } },
});
const exited = (exitCode: number, reason: string, more: Record<string, Json> = {}) => ({
  lastState: { terminated: { exitCode, reason, ...more } },
});
const unschedulable: Json = {
  type: 'PodScheduled',
  status: 'False',
  reason: 'Unschedulable',
  message: '0/3 nodes are available: insufficient cpu.',
};

const CASES: readonly { readonly when: string; readonly pod: Parts; readonly is: Record<string, Json | undefined> }[] =
  [
    {
      when: 'runs',
      pod: { containers: [running('web')] },
      is: { reason: 'Running', ready: '1/1', restarts: 0, age: '21d', container: 'web', message: undefined },
    },
    {
      when: 'crash-loops',
      pod: {
        containers: [
          running('proxy'),
          waiting('web', 'CrashLoopBackOff', { restartCount: 1154, ...exited(1, 'Error', { message: 'no plugin' }) }),
        ],
      },
      is: {
        reason: 'CrashLoopBackOff',
        ready: '1/2',
        restarts: 1154,
        container: 'web',
        message: 'last exit: Error, code 1; no plugin',
      },
    },
    {
      when: 'crash-loops for want of memory',
      pod: { containers: [waiting('web', 'CrashLoopBackOff', { restartCount: 9, ...exited(137, 'OOMKilled') })] },
      is: { reason: 'OOMKilled', message: 'last exit: OOMKilled, code 137' },
    },
    {
      when: 'ran out of memory minutes ago and serves again',
      pod: {
        containers: [
          running('web', { restartCount: 9, ...exited(137, 'OOMKilled', { finishedAt: '2026-11-16T11:40:00Z' }) }),
        ],
      },
      is: { reason: 'OOMKilled', ready: '1/1' },
    },
    {
      when: 'ran out of memory long ago',
      pod: {
        containers: [
          running('web', { restartCount: 1, ...exited(137, 'OOMKilled', { finishedAt: '2026-11-01T00:00:00Z' }) }),
        ],
      },
      is: { reason: 'Running', restarts: 1 },
    },
    {
      when: 'cannot pull its image',
      pod: {
        phase: 'Pending',
        containers: [
          {
            name: 'web',
            ready: false,
            restartCount: 0,
            state: { waiting: { reason: 'ImagePullBackOff', message: 'not found' } },
          },
        ],
      },
      is: { reason: 'ImagePullBackOff', message: 'not found', ready: '0/1' },
    },
    {
      when: 'waits for its second init container',
      pod: {
        phase: 'Pending',
        init: [ended('first', 0), waiting('second', 'PodInitializing')],
        containers: [waiting('web', 'PodInitializing')],
      },
      is: { reason: 'Init:1/2', ready: '0/1' },
    },
    {
      when: 'crashes in an init container',
      pod: {
        phase: 'Pending',
        init: [waiting('migrate', 'CrashLoopBackOff', { restartCount: 7, ...exited(2, 'Error') })],
        containers: [waiting('web', 'PodInitializing')],
      },
      is: { reason: 'Init:CrashLoopBackOff', restarts: 7, container: 'migrate' },
    },
    {
      when: 'has not reached its later init containers',
      pod: {
        phase: 'Pending',
        sidecar: 'mesh',
        init: [
          waiting('migrate', 'PodInitializing', { restartCount: 1 }),
          running('mesh', { started: true, restartCount: 4 }),
        ],
        containers: [waiting('web', 'PodInitializing', { restartCount: 2 })],
      },
      is: { reason: 'Init:0/2', ready: '0/2', restarts: 1 },
    },
    {
      when: 'runs out of memory in an init container',
      pod: {
        phase: 'Pending',
        init: [waiting('migrate', 'CrashLoopBackOff', exited(137, 'OOMKilled'))],
        containers: [waiting('web', 'PodInitializing')],
      },
      is: { reason: 'Init:OOMKilled' },
    },
    {
      when: 'has an init container that failed without a reason',
      pod: { phase: 'Pending', init: [ended('migrate', 3, '')], containers: [waiting('web', 'PodInitializing')] },
      is: { reason: 'Init:ExitCode:3' },
    },
    {
      when: 'has a sidecar',
      pod: {
        sidecar: 'mesh',
        init: [running('mesh', { started: true, restartCount: 2 })],
        containers: [running('web', { restartCount: 1 })],
      },
      is: { reason: 'Running', ready: '2/2', restarts: 3 },
    },
    {
      when: 'has one container through and one that serves',
      pod: { containers: [ended('job', 0), running('web')], conditions: [{ type: 'Ready', status: 'False' }] },
      is: { reason: 'NotReady', ready: '1/2' },
    },
    {
      when: 'is done',
      pod: { phase: 'Succeeded', containers: [ended('job', 0)] },
      is: { reason: 'Completed', message: undefined },
    },
    {
      when: 'failed without a reason',
      pod: { phase: 'Failed', containers: [ended('job', 4, '')] },
      is: { reason: 'ExitCode:4', message: 'last exit: code 4' },
    },
    {
      when: 'finds no node',
      pod: { phase: 'Pending', conditions: [unschedulable] },
      is: { reason: 'Unschedulable', message: '0/3 nodes are available: insufficient cpu.', container: undefined },
    },
    {
      when: 'is held by a gate',
      pod: { phase: 'Pending', conditions: [{ type: 'PodScheduled', status: 'False', reason: 'SchedulingGated' }] },
      is: { reason: 'SchedulingGated' },
    },
    {
      when: 'was evicted',
      pod: { phase: 'Failed', status: { reason: 'Evicted', message: 'The node was low on memory.' } },
      is: { reason: 'Evicted', message: 'The node was low on memory.' },
    },
    {
      when: 'is being deleted',
      pod: { containers: [running('web')], metadata: { deletionTimestamp: '2026-11-16T11:59:00Z' } },
      is: { reason: 'Terminating' },
    },
    {
      when: 'sits on a lost node',
      pod: {
        containers: [running('web')],
        metadata: { deletionTimestamp: '2026-11-16T11:59:00Z' },
        status: { reason: 'NodeLost' },
      },
      is: { reason: 'Unknown' },
    },
    {
      when: 'runs and is not ready',
      pod: {
        containers: [running('web', { ready: false })],
        conditions: [{ type: 'Ready', status: 'False', message: 'containers with unready status: [web]' }],
      },
      is: { reason: 'Running', ready: '0/1', message: 'containers with unready status: [web]' },
    },
    {
      when: 'tells a secret in its termination log',
      pod: {
        containers: [waiting('web', 'CrashLoopBackOff', exited(1, 'Error', { message: 'password=hunter2hunter2' }))],
      },
      is: { message: 'last exit: Error, code 1; password=‹masked 1›' },
    },
  ];

describe('a pod', () => {
  it.each(CASES)('that $when', ({ pod, is }) => {
    const { state } = rankedPod(aPod(pod), NOW, makeMasker());
    const told: Partial<Record<string, unknown>> = { ...state };
    expect(Object.fromEntries(Object.keys(is).map((key) => [key, told[key]]))).toEqual(is);
  });
});

describe('the worst pod', () => {
  it('comes first: crash evidence, then waiting, then restarts', () => {
    const pods: readonly [string, Parts][] = [
      ['fine', { containers: [running('web')] }],
      ['restless', { containers: [running('web', { restartCount: 40 })] }],
      ['stuck', { phase: 'Pending', conditions: [unschedulable] }],
      ['crashing', { containers: [waiting('web', 'CrashLoopBackOff', { restartCount: 3, ...exited(1, 'Error') })] }],
      [
        'crashing-more',
        { containers: [waiting('web', 'CrashLoopBackOff', { restartCount: 9, ...exited(1, 'Error') })] },
      ],
      ['between-crashes', { containers: [running('web', { ready: false, restartCount: 5, ...exited(1, 'Error') })] }],
      ['done', { phase: 'Succeeded', containers: [ended('job', 0)] }],
    ];
    const ranked = pods.map(([name, parts]) => rankedPod(aPod({ ...parts, metadata: { name } }), NOW, makeMasker()));
    expect(worstFirst(ranked).map(({ name }) => name)).toEqual([
      'crashing-more',
      'between-crashes',
      'crashing',
      'stuck',
      'restless',
      'done',
      'fine',
    ]);
  });
});
