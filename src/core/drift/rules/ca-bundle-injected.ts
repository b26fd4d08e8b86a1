import { foreignWriter } from '../../diff/writers.ts';
import { isEmpty } from '../../model/json.ts';
import { resourceRule, type Subject } from '../rule.ts';
import { annotationsOf, listPaths, pathsOf } from '../subject.ts';

/** A certificate injector fills `caBundle` of webhooks, APIServices and CRD conversions at run time. */
export const caBundleInjected = resourceRule({
  id: 'ca-bundle-injected',
  title: 'A CA bundle is injected',
  driftClass: 'mutated',
  needs: ['renders'],

  claim(subject) {
    const changes = subject.changes.filter(({ path, live }) => /\/caBundle$/.test(path) && live !== undefined);
    const [first] = changes;
    const owner = first ? (foreignWriter(first)?.manager ?? injectorOf(subject)) : UNKNOWN;
    if (!first || rendersDiffer(subject)) return undefined;
    if (owner === UNKNOWN && !TAKES_INJECTION.has(subject.resource.ref.kind)) return undefined;
    const paths = pathsOf(changes);
    const drop = { kind: 'drop-from-git', paths, detail: 'do not render caBundle: the injector fills it' } as const;
    const ignore = { kind: 'ignore-narrow', paths } as const;
    const stated = changes.filter(({ desired }) => desired !== undefined);
    return {
      changes,
      owner,
      cause: `caBundle injected by ${owner}`,
      confidence: owner === UNKNOWN ? 'likely' : 'certain',
      evidence: [
        {
          source: 'live',
          says: `${listPaths(changes)} holds a certificate that Git ${stated.length > 0 ? 'states differently' : 'leaves out'}`,
        },
        ...(owner === UNKNOWN ? [] : [{ source: 'managed-fields' as const, says: `${owner} injects it` }]),
      ],
      fixes:
        stated.length > 0 && stated.every(({ desired }) => isEmpty(desired))
          ? [drop, ignore]
          : [ignore, ...(stated.length > 0 ? [drop] : [])],
    };
  },
});

const UNKNOWN = 'a certificate injector';
/** Kinds whose caBundle is filled at run time by convention. */
const TAKES_INJECTION = new Set([
  'MutatingWebhookConfiguration',
  'ValidatingWebhookConfiguration',
  'APIService',
  'CustomResourceDefinition',
]);

function injectorOf({ resource }: Subject): string {
  const keys = [...Object.keys(annotationsOf(resource.live)), ...Object.keys(annotationsOf(resource.target))];
  if (keys.some((key) => /^(cert-manager\.io|certmanager\.k8s\.io)\/inject-/.test(key)))
    return 'cert-manager-cainjector';
  if (keys.some((key) => key.startsWith('service.beta.openshift.io/inject-cabundle'))) return 'service-ca-operator';
  return UNKNOWN;
}

/** The chart makes a new CA at each render: that is the render's doing, not an injector's. */
function rendersDiffer({ resource }: Subject): boolean {
  return new Set(resource.facts.renders ?? []).size > 1;
}
