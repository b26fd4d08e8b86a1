import { foreignWriter } from '../../diff/writers.ts';
import type { Change } from '../../model/change.ts';
import { isEmpty, isObject, stringAt } from '../../model/json.ts';
import { resourceRule, type Subject } from '../rule.ts';
import { isSyncedAtThisRevision, listPaths, pathsOf } from '../subject.ts';
import { describeInterceptor, findInterceptor } from '../webhooks.ts';

/** An admission webhook adds containers, tolerations, labels … at write time, under the name of whoever writes. */
export const injectedByWebhook = resourceRule({
  id: 'injected-by-webhook',
  title: 'An admission webhook injects it',
  driftClass: 'mutated',
  needs: ['webhooks', 'namespaceLabels'],

  claim(subject) {
    const interceptor = findInterceptor(subject.resource);
    const webhook = interceptor?.webhook;
    const injected = subject.changes.filter(
      (change) =>
        change.live !== undefined &&
        (isKnownInjection(change) || (webhook !== undefined && (isAdded(change) || isRewritten(subject, change)))),
    );
    if (injected.length === 0) return undefined;
    const owner = webhook ? `mutating webhook ${webhook.name}` : 'an injecting webhook';
    const stated = injected.filter(({ desired }) => desired !== undefined);
    const drop = {
      kind: 'drop-from-git',
      paths: pathsOf(injected),
      detail: 'drop the empty values from Git, so that the webhook owns the fields',
    } as const;
    const ignore = { kind: 'ignore-narrow', paths: pathsOf(injected) } as const;
    const pin = {
      kind: 'pin-in-git',
      paths: pathsOf(injected),
      detail: 'or render what the webhook injects, if it always injects the same',
    } as const;
    return {
      changes: injected,
      owner,
      cause: webhook ? `injected by ${webhook.name}` : 'injected at admission',
      confidence: interceptor?.doubt === '' ? 'likely' : 'guess',
      evidence: [
        ...(interceptor ? [{ source: 'cluster' as const, says: describeInterceptor(interceptor) }] : []),
        { source: 'live', says: `${listPaths(injected)}: filled in when the object is written` },
      ],
      fixes: stated.length > 0 && stated.every(({ desired }) => isEmpty(desired)) ? [drop, ignore] : [ignore, pin],
    };
  },
});

function isAdded({ desired }: Change): boolean {
  return desired === undefined || isEmpty(desired);
}

/** Written by Argo CD at this very revision and yet another value: the webhook changed it on the way in. */
function isRewritten(subject: Subject, change: Change): boolean {
  return (
    change.desired !== undefined &&
    foreignWriter(change) === undefined &&
    !change.sameMeaning &&
    isSyncedAtThisRevision(subject)
  );
}

const SIDECARS =
  /^(istio-(proxy|init|validation)|linkerd-(proxy|init)|envoy(-sidecar)?|vault-agent(-init)?|consul-(connect|dataplane).*|dapr[d]?|kuma-(sidecar|init)|filebeat|datadog-(init|lib).*|opentelemetry-auto-instrumentation.*|cloud-sql-proxy|aws-(sigv4|iam)-.*|jaeger-agent)$/;
const INJECTED_KEYS =
  /(sidecar\.istio\.io~1status|istio\.io~1rev|linkerd\.io~1(proxy|created|trust)|vault\.hashicorp\.com~1agent-inject-status|kuma\.io~1sidecar-injected|instrumentation\.opentelemetry\.io)/;

function isKnownInjection({ path, live, desired }: Change): boolean {
  if (desired !== undefined) return false;
  if (INJECTED_KEYS.test(path)) return true;
  return (
    /\/(initContainers|containers)\/\d+$/.test(path) && isObject(live) && SIDECARS.test(stringAt(live, 'name') ?? '')
  );
}
