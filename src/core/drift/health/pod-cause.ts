import type { RuntimeFacts } from '../../facts/registry.ts';
import { type Json, listAt, type Manifest, objectAt, stringAt } from '../../model/json.ts';
import type { PodState } from '../../model/observation.ts';
import { BIND_THE_CLAIM, isTelling, tellingEvent, UNBOUND_CLAIM } from './event-cause.ts';
import type { Ailing, HealthCause } from './health-cause.ts';
import { locateLiterals } from './log-literals.ts';
import { lastTellingLine } from './telling-line.ts';

const CRASHED =
  /CrashLoop|^Error|OOMKilled|RunContainerError|ContainerCannotRun|StartError|Init:.{0,100}(Crash|Error)/i;
const TROUBLED =
  /BackOff|Err|OOM|Error|Unschedulable|Pending|Evicted|Failed|NotReady|ContainerCreating|PodInitializing|Unknown|CannotRun/i;

/** A pod that is being made is no trouble within its time. */
const STARTING = /^(ContainerCreating|PodInitializing|Pending)$/;

/** Worst first: crashing, then most restarts. */
function troubledPods(pods: readonly PodState[] | undefined): readonly PodState[] {
  return (pods ?? [])
    .filter(
      (pod) =>
        TROUBLED.test(`${pod.reason ?? ''} ${pod.phase === 'Running' ? '' : (pod.phase ?? '')}`) ||
        (pod.restarts ?? 0) > 3,
    )
    .toSorted((a, b) => weight(b) - weight(a));
}

function weight({ reason, restarts }: PodState): number {
  return (CRASHED.test(reason ?? '') ? 1_000_000 : 0) + (restarts ?? 0);
}

export function podCause(subject: Ailing): HealthCause | undefined {
  const { runtime } = subject;
  const target = subject.resource?.target ?? null;
  const [pod] = troubledPods(runtime.pods);
  if (!pod) return undefined;
  const reason = pod.reason ?? pod.phase ?? 'not ready';
  const facts = [
    `pod ${pod.name} ${reason}`,
    ...(pod.restarts ? [`${pod.restarts} restarts`] : []),
    ...(pod.ready === undefined ? [] : [`ready ${pod.ready}`]),
    ...(pod.age === undefined ? [] : [`for ${pod.age}`]),
    ...(pod.message === undefined ? [] : [pod.message]),
  ];
  const line = lastTellingLine(runtime.logLines);
  const event = tellingEvent(runtime.events);
  const located = CRASHED.test(reason) ? locateLiterals(runtime.logLines, inGit(subject)) : undefined;
  const { fix, step, owner } = podRemedy(reason, pod, runtime, target);
  return {
    reason,
    owner,
    evidence: [
      { source: 'cluster', says: facts.join(', ') },
      ...(line === undefined ? [] : [{ source: 'logs' as const, says: line }]),
      ...(event ? [{ source: 'events' as const, says: `${event.reason}: ${event.message}` }] : []),
      ...(located
        ? [{ source: 'git' as const, says: `${located.path} of the ${located.document} holds ${located.literal}` }]
        : []),
    ],
    fix: located ? 'fix-manifest' : fix,
    isTrouble: isTelling(event) || !(STARTING.test(reason) && runtime.notHealthyForLong === false),
    step: located
      ? `correct or remove ${located.path} of the ${located.document}: the log names ${located.literal}`
      : step,
  };
}

/** Helm values first: the manifest only repeats what they say. */
function inGit({ app, resource }: Ailing): readonly { name: string; content: Json }[] {
  const values = app.sources.flatMap(({ helmValues }) =>
    helmValues === undefined ? [] : [{ name: 'Helm values', content: helmValues }],
  );
  return !resource?.target ? values : [...values, { name: 'manifest', content: objectAt(resource.target, 'spec') }];
}

function podRemedy(
  reason: string,
  pod: PodState,
  runtime: RuntimeFacts,
  target: Manifest | null,
): Pick<HealthCause, 'fix' | 'step' | 'owner'> {
  const container = pod.container ?? containerNames(target)[0] ?? pod.name;
  if (/ImagePull|ErrImage|InvalidImageName/i.test(reason)) {
    const text = `${pod.message ?? ''} ${(runtime.events ?? []).map(({ message }) => message).join(' ')}`;
    const isMissing = /not found|manifest unknown|does not exist|invalid reference|InvalidImageName/i.test(
      `${text} ${reason}`,
    );
    return isMissing
      ? { fix: 'fix-manifest', owner: 'image registry', step: 'the tag does not exist: write one that does into Git' }
      : {
          fix: 'inspect-logs',
          owner: 'image registry',
          step: 'the image cannot be pulled: check the tag, the pull secret and the registry',
        };
  }
  if (/OOMKilled/i.test(reason))
    return {
      fix: 'fix-manifest',
      owner: `container ${container}`,
      step: `raise the memory limit of container ${container} in Git, or find the leak`,
    };
  if (/CreateContainerConfigError|CreateContainerError/i.test(reason)) {
    return {
      fix: 'inspect-logs',
      owner: `container ${container}`,
      step: 'a ConfigMap, Secret or key that the container names is missing: bring it back or correct the name in Git',
    };
  }
  if (/Unschedulable|Pending/i.test(reason) && UNBOUND_CLAIM.test(pod.message ?? ''))
    return { fix: 'inspect-logs', owner: 'volume binder', step: BIND_THE_CLAIM };
  if (/Unschedulable|Pending/i.test(reason))
    return {
      fix: 'inspect-logs',
      owner: 'scheduler',
      step: 'add capacity, or lower requests, affinity or tolerations in Git',
    };
  return {
    fix: 'inspect-logs',
    owner: `container ${container}`,
    step: `read the previous log of container ${container}: the last fatal line says why it ends`,
  };
}

function containerNames(target: Manifest | null): readonly string[] {
  return listAt(target ?? {}, 'spec', 'template', 'spec', 'containers').flatMap(
    (container) => stringAt(container, 'name') ?? [],
  );
}
