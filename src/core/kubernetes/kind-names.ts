/** Short names as the API servers of Kubernetes and of common operators state them, by the kind in lower case. */
const SHORT_NAMES: Readonly<Record<string, readonly string[]>> = {
  application: ['app'],
  applicationset: ['appset'],
  appproject: ['appproj'],
  certificate: ['cert'],
  certificaterequest: ['cr'],
  certificatesigningrequest: ['csr'],
  clusterexternalsecret: ['ces'],
  clusterrole: [],
  clusterrolebinding: [],
  clustersecretstore: ['css'],
  configmap: ['cm'],
  cronjob: ['cj'],
  customresourcedefinition: ['crd'],
  daemonset: ['ds'],
  deployment: ['deploy'],
  endpoints: ['ep'],
  event: ['ev'],
  externalsecret: ['es'],
  gateway: ['gtw'],
  horizontalpodautoscaler: ['hpa'],
  ingress: ['ing'],
  job: [],
  limitrange: ['limits'],
  mutatingwebhookconfiguration: [],
  namespace: ['ns'],
  networkpolicy: ['netpol'],
  node: ['no'],
  persistentvolume: ['pv'],
  persistentvolumeclaim: ['pvc'],
  pod: ['po'],
  poddisruptionbudget: ['pdb'],
  podmonitor: ['pmon'],
  priorityclass: ['pc'],
  prometheusrule: ['promrule'],
  replicaset: ['rs'],
  replicationcontroller: ['rc'],
  resourcequota: ['quota'],
  role: [],
  rolebinding: [],
  rollout: ['ro'],
  scaledobject: ['so'],
  secret: [],
  secretstore: ['ss'],
  service: ['svc'],
  serviceaccount: ['sa'],
  servicemonitor: ['smon'],
  statefulset: ['sts'],
  storageclass: ['sc'],
  validatingwebhookconfiguration: [],
  virtualservice: ['vs'],
};

/** `Deployment`, `deployments`, `deploy`, `deployments.apps`: whether the word names the kind, in any letter case. */
export function isKindNamed(kind: string, word: string): boolean {
  const [name = ''] = word.toLowerCase().split('.', 1);
  return formsOf(kind.toLowerCase()).includes(name);
}

/** A kind that clusters commonly have: none of it drifting is an answer, and no slip of the finger. */
export function isKnownKind(word: string): boolean {
  return Object.keys(SHORT_NAMES).some((kind) => isKindNamed(kind, word));
}

function formsOf(kind: string): readonly string[] {
  return [kind, pluralOf(kind), ...(Object.hasOwn(SHORT_NAMES, kind) ? (SHORT_NAMES[kind] ?? []) : [])];
}

function pluralOf(kind: string): string {
  if (/(s|x|z|ch|sh)$/.test(kind)) return `${kind}es`;
  return /[^aeiou]y$/.test(kind) ? `${kind.slice(0, -1)}ies` : `${kind}s`;
}
