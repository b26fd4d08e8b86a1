import type { Evidence } from '../model/change.ts';
import type { FixKind } from '../model/fix.ts';
import { isObject, type Json, listAt, type Manifest, objectAt, stringAt } from '../model/json.ts';
import type { EventFact, PodState, RuntimeFacts } from '../model/observation.ts';
import { locateLiterals } from './log-literals.ts';
import type { AppSubject, Subject } from './rule.ts';

/** What was found underneath a resource that is not healthy. */
export interface HealthCause {
  /** Part of the pattern: a reason, never a name. */
  readonly reason: string;
  readonly owner: string;
  readonly evidence: readonly Evidence[];
  readonly fix: FixKind;
  readonly step: string;
  /** Seen underneath, at run time: it will not pass by itself. */
  readonly isTrouble: boolean;
}

/** What is asked about: a resource, or the app as a whole. */
type Ailing = AppSubject & Partial<Pick<Subject, 'resource' | 'comparison'>>;

/** Pods first, they are nearest to the truth; then events, conditions, and what is missing around the object. */
export function findHealthCause(subject: Ailing): HealthCause | undefined {
  return (
    podCause(subject) ??
    eventCause(subject) ??
    missingCause(subject) ??
    conditionCause(subject) ??
    messageCause(subject)
  );
}

const CRASHED = /CrashLoop|^Error|OOMKilled|RunContainerError|ContainerCannotRun|StartError|Init:.*(Crash|Error)/i;
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

function podCause(subject: Ailing): HealthCause | undefined {
  const { runtime } = subject;
  const target = subject.resource?.target ?? null;
  const [pod] = troubledPods(runtime.pods);
  if (!pod) return undefined;
  const reason = pod.reason ?? pod.phase ?? 'not ready';
  const facts = [
    `pod ${pod.name} ${reason}`,
    ...(pod.restarts === undefined ? [] : [`${pod.restarts} restarts`]),
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
    isTrouble: !(STARTING.test(reason) && runtime.notHealthyForLong === false),
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

const FATAL =
  /(level=(fatal|error)|\b(FATAL|PANIC|panic:|CRITICAL)\b|"level":"(fatal|error)"|\bError:|\berror\b|Exception|Traceback)/;

/** The last fatal line, else the last error, else the last line at all. */
export function lastTellingLine(lines: readonly string[] | undefined): string | undefined {
  const reversed = (lines ?? []).filter((line) => line.trim() !== '').toReversed();
  return reversed.find((line) => /fatal|panic/i.test(line)) ?? reversed.find((line) => FATAL.test(line)) ?? reversed[0];
}

const EVENT_REMEDIES: readonly {
  readonly when: RegExp;
  readonly owner: string;
  readonly fix: FixKind;
  readonly step: string;
}[] = [
  {
    when: /exceeded quota/i,
    owner: 'ResourceQuota',
    fix: 'inspect-logs',
    step: 'raise the quota of the namespace or lower the requests in Git',
  },
  {
    when: /Insufficient (cpu|memory)|nodes are available|FailedScheduling/i,
    owner: 'scheduler',
    fix: 'inspect-logs',
    step: 'add capacity, or lower requests, affinity or tolerations in Git',
  },
  {
    when: /storageclass.*not found|ProvisioningFailed/i,
    owner: 'storage provisioner',
    fix: 'fix-manifest',
    step: 'name a StorageClass that exists in Git',
  },
  {
    when: /no persistent volumes available|WaitForFirstConsumer|waiting for first consumer|FailedBinding/i,
    owner: 'volume binder',
    fix: 'inspect-logs',
    step: 'the claim is not bound: check its StorageClass and who uses it',
  },
  {
    when: /manifest unknown|not found.*image|image.*not found|Failed to pull image.*not found/i,
    owner: 'image registry',
    fix: 'fix-manifest',
    step: 'the tag does not exist: write one that does into Git',
  },
  {
    when: /pull image|ErrImagePull|ImagePullBackOff|unauthorized/i,
    owner: 'image registry',
    fix: 'inspect-logs',
    step: 'the image cannot be pulled: check the tag, the pull secret and the registry',
  },
  {
    when: /probe failed|Unhealthy/i,
    owner: 'probe',
    fix: 'inspect-logs',
    step: 'the probe fails: check its path and port in Git, and the container’s log',
  },
  {
    when: /(configmap|secret) .*not found|FailedMount|couldn't find key/i,
    owner: 'missing reference',
    fix: 'inspect-logs',
    step: 'bring the ConfigMap, Secret or key back, or correct its name in Git',
  },
  {
    when: /load ?balancer/i,
    owner: 'cloud load balancer',
    fix: 'inspect-logs',
    step: 'no load balancer is assigned: check the provider and its quota',
  },
];

function tellingEvent(events: readonly EventFact[] | undefined): EventFact | undefined {
  const all = (events ?? []).filter(({ type }) => type !== 'Normal');
  return (
    all.find(({ reason, message }) => EVENT_REMEDIES.some(({ when }) => when.test(`${reason} ${message}`))) ?? all[0]
  );
}

function eventCause({ runtime }: Ailing): HealthCause | undefined {
  const event = tellingEvent(runtime.events);
  if (!event || /^(ResourceUpdated|OperationCompleted|OperationStarted)$/.test(event.reason)) return undefined;
  const text = `${event.reason} ${event.message}`;
  const remedy = EVENT_REMEDIES.find(({ when }) => when.test(text));
  const quota = runtime.quota;
  return {
    reason: event.reason,
    owner:
      remedy?.owner === 'ResourceQuota' && quota !== undefined
        ? `ResourceQuota ${quota}`
        : (remedy?.owner ?? event.object ?? ''),
    evidence: [
      {
        source: 'events',
        says: `${event.reason}${event.object === undefined ? '' : ` on ${event.object}`}: ${event.message}`,
      },
    ],
    isTrouble: true,
    fix: remedy?.fix ?? 'inspect-logs',
    step: remedy?.step ?? 'read the event and the log of the object it names',
  };
}

function missingCause({ runtime, resource }: Ailing): HealthCause | undefined {
  if (runtime.storageClass === null && /PersistentVolumeClaim|StatefulSet/.test(resource?.ref.kind ?? '')) {
    const name = stringAt(resource?.target ?? resource?.live ?? {}, 'spec', 'storageClassName');
    return {
      reason: 'StorageClass does not exist',
      owner: 'StorageClass',
      evidence: [{ source: 'cluster', says: `StorageClass ${name ?? ''} does not exist` }],
      isTrouble: true,
      fix: 'fix-manifest',
      step: 'name a StorageClass that exists in Git',
    };
  }
  return undefined;
}

const INPUT_AT_FAULT =
  /invalid|cannot|could ?n[o']t|no key|does not exist|not exist|unknown|unsupported|must |parse|malformed|forbidden|missing|not found|required|denied/i;

/** A custom resource says in its conditions what is wrong with it. */
function conditionCause({ resource, comparison }: Ailing): HealthCause | undefined {
  if (!resource) return undefined;
  const conditions = listAt(resource.live ?? {}, 'status', 'conditions').filter(isObject);
  const bad = conditions.find(
    (condition) =>
      (condition.status === 'False' &&
        /Ready|Available|Synced|Healthy|Succeeded|Established|Accepted|Programmed|Active|ScalingActive|AbleToScale|Progressing/.test(
          String(condition.type),
        )) ||
      (condition.status === 'True' && /Fail|Degraded|Stalled|Error|Aborted/.test(String(condition.type))),
  );
  if (!bad) return undefined;
  const message = typeof bad.message === 'string' ? bad.message : '';
  const reason = typeof bad.reason === 'string' && bad.reason !== '' ? bad.reason : String(bad.type);
  const builtIn = /^(apps|batch|autoscaling|)$/.test(resource.ref.group);
  return {
    reason,
    owner: /exceeded quota: ([\w.-]+)/.exec(message)?.[1]
      ? `ResourceQuota ${/exceeded quota: ([\w.-]+)/.exec(message)?.[1] ?? ''}`
      : (comparison?.managed.reconcilers[0] ?? ''),
    evidence: [
      {
        source: 'live',
        says: `condition ${String(bad.type)} is ${String(bad.status)}${reason === String(bad.type) ? '' : ` (${reason})`}${message === '' ? '' : `: ${message}`}`,
      },
    ],
    isTrouble: false,
    fix: !builtIn && message !== '' && INPUT_AT_FAULT.test(message) ? 'fix-manifest' : 'inspect-logs',
    step: message === '' ? 'read the controller’s log for this object' : `mend what the condition names: ${message}`,
  };
}

function messageCause({ resource, app, runtime }: Ailing): HealthCause | undefined {
  const message = resource?.health?.message ?? app.health.message;
  const line = lastTellingLine(runtime.logLines);
  if (message === undefined && line === undefined) return undefined;
  return {
    reason: resource?.health?.status ?? app.health.status,
    owner: '',
    evidence: [
      ...(message === undefined ? [] : [{ source: 'argocd' as const, says: message }]),
      ...(line === undefined ? [] : [{ source: 'logs' as const, says: line }]),
    ],
    isTrouble: line !== undefined,
    fix: 'inspect-logs',
    step: 'look underneath: pods, events and the log of the controller behind it',
  };
}
