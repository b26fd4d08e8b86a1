import type { DriftClass } from '../model/drift-class.ts';
import type { FixKind } from '../model/fix.ts';

/** A family of failure messages: what they have in common, whose fault it is, and the specific next step. */
export interface FailureFamily {
  /** Stable: part of the pattern's identity. */
  readonly id: string;
  readonly driftClass: Extract<DriftClass, `${string}-failure`>;
  readonly when: RegExp;
  readonly owner: string;
  readonly fix: FixKind;
  /** A second way that its own words describe well enough. */
  readonly orElse?: readonly FixKind[];
  readonly step: string;
  /** Matches by loose words; tried after all that match by a form. */
  readonly isGeneral?: boolean;
}

/*
 * Texts of Argo CD, Helm, Kustomize, git, registries and the API server, recognised by their stable parts. Order
 * matters: the first family that matches wins, specific before general. Where a message wraps another (repo-server
 * wraps helm, helm wraps the registry), the innermost cause decides.
 */

const DIFF: readonly FailureFamily[] = [
  {
    id: 'field-not-declared',
    driftClass: 'diff-failure',
    when: /field not declared in schema|unknown conversion|no type found matching|unable to resolve parseableType/i,
    owner: 'argocd diff engine',
    fix: 'upgrade-argocd',
    orElse: ['server-side-diff'],
    step: 'Argo CD’s bundled schema is older than the cluster’s: upgrade Argo CD, or compare with ServerSideDiff=true until then',
  },
  {
    id: 'list-key-missing',
    driftClass: 'diff-failure',
    when: /associative list with keys has an element that omits key field/i,
    owner: 'the manifest',
    fix: 'fix-manifest',
    orElse: ['server-side-diff'],
    step: 'state the key field that the message names on every element of the list',
  },
  {
    id: 'duplicate-list-entries',
    driftClass: 'diff-failure',
    when: /duplicate entries for key|doesn't match \$setElementOrder list|may not have duplicate|Duplicate value/i,
    owner: 'the manifest',
    fix: 'fix-manifest',
    step: 'keep one entry for each key of the list that the message names',
  },
  {
    id: 'wrong-type-in-manifest',
    driftClass: 'diff-failure',
    when: /cannot unmarshal (number|string|bool|array|object|float64)|quantities must match the regular expression|unable to (parse|convert) quantity|unrecognized type|expected (string|map|list|numeric|boolean), got|cannot restore (slice|map|struct) from|strconv\.Parse/i,
    owner: 'the manifest',
    fix: 'fix-manifest',
    step: 'write the field that the message names in the type the API expects (quote it, or unquote it)',
  },
  {
    id: 'webhook-without-dry-run',
    driftClass: 'diff-failure',
    when: /does not support dry run/i,
    owner: 'admission webhook',
    fix: 'fix-manifest',
    step: 'the webhook declares side effects: set sideEffects: None on it, or take ServerSideDiff=true off this application',
  },
  {
    id: 'dry-run-refused',
    driftClass: 'diff-failure',
    when: /(serverSideDiff error|server[- ]side diff|server side apply in dryrun mode)/i,
    owner: 'kube-apiserver validation',
    fix: 'fix-manifest',
    step: 'the server-side dry run refuses the manifest: correct the field that the message names',
  },
  {
    id: 'namespace-unset',
    driftClass: 'diff-failure',
    when: /Namespace for \S+ .* is missing|namespace .* (is )?missing/i,
    owner: 'Application spec.destination',
    fix: 'fix-manifest',
    step: 'set spec.destination.namespace, or metadata.namespace on the objects that the message names',
  },
  {
    id: 'conversion-webhook',
    driftClass: 'diff-failure',
    when: /conversion webhook for .* failed|failed to convert|convert(ing)? .* (webhook|failed)/i,
    owner: 'CRD conversion webhook',
    fix: 'inspect-logs',
    step: 'bring the conversion webhook of that CRD back (its pods, its Service, its caBundle), then refresh',
  },
  {
    id: 'live-state-forbidden',
    driftClass: 'diff-failure',
    when: /(Failed to load live state|failed to load initial state|failed to (get|sync) cluster|error synchronizing cache state|failed to list resources)[\s\S]*(is forbidden|cannot list resource|cannot get resource)/i,
    owner: 'RBAC of the Argo CD application controller',
    fix: 'fix-manifest',
    step: 'grant the application controller get, list and watch on the kind that the message names',
  },
  {
    id: 'cluster-unreachable',
    driftClass: 'diff-failure',
    when: /Failed to load live state|failed to load initial state|failed to (get|sync) cluster|error synchronizing cache state|failed to get server version|cluster .* has been (disabled|unreachable)|the server has asked for the client to provide credentials|Unable to (connect|deploy) to (the )?(server|cluster)|error getting (openapi|server) (resources|version)|cluster cache/i,
    owner: 'destination cluster',
    fix: 'inspect-logs',
    step: 'make the destination cluster reachable for Argo CD again (endpoint, credentials, CA), then refresh',
  },
  {
    id: 'ignore-rule-broken',
    driftClass: 'diff-failure',
    when: /(jq|JQ)( path)?.*(timed? ?out|execution timeout)|error (parsing|compiling) (jq|ignore)/i,
    owner: 'Application spec.ignoreDifferences',
    fix: 'fix-manifest',
    step: 'repair the jq path expression in ignoreDifferences',
  },
  {
    id: 'compare-failed',
    driftClass: 'diff-failure',
    when: /Failed to (compare desired state|normalize)|failed to calculate diff|error calculating (structured merge )?diff|error building typed|pre-diff normalization|error setting app health/i,
    owner: 'argocd diff engine',
    fix: 'upgrade-argocd',
    orElse: ['server-side-diff'],
    step: 'the comparison itself fails: try ServerSideDiff=true, upgrade Argo CD, and correct the field that the message names',
  },
];

const SOURCE: readonly FailureFamily[] = [
  {
    id: 'repo-server-down',
    driftClass: 'source-failure',
    when: /(code = Unavailable|transport: [Ee]rror while dialing|connection error: desc)[\s\S]*(8081|repo-server|connection refused|name resolver|no such host|i\/o timeout|EOF)|ResourceExhausted.*(trying to send|received) message larger|repo-server.*(unavailable|timeout)/i,
    owner: 'argocd-repo-server',
    fix: 'inspect-logs',
    step: 'look at the repo-server: its pods, memory and logs; nothing is fetched while it is away',
  },
  {
    id: 'not-permitted-in-project',
    driftClass: 'source-failure',
    when: /(repo(sitory)?|source|destination).*(is )?(not permitted|do(es)? not match|not allowed).*project|application repo .* is not permitted|referencing project .* which does not exist|application destination .* is not permitted|do not match any of the allowed destinations/i,
    owner: 'AppProject',
    fix: 'fix-source',
    step: 'allow the repository or destination in the AppProject, or point the application at one that is allowed',
  },
  {
    id: 'destination-unknown',
    driftClass: 'source-failure',
    when: /unable to find destination server|there are no clusters with this name|cluster .* (has not been configured|not found)|application destination (server|can't have both)|destination.*(missing|invalid)/i,
    owner: 'Application spec.destination',
    fix: 'fix-source',
    step: 'correct spec.destination, or register that cluster with Argo CD',
  },
  {
    id: 'path-missing',
    driftClass: 'source-failure',
    when: /app path does not exist|app path is absolute|path .* does not exist|.*: no such file or directory[\s\S]*(chdir|lstat .*\/$)/i,
    owner: 'git repository',
    fix: 'fix-source',
    step: 'create the folder in Git, or correct spec.source.path',
  },
  {
    id: 'revision-missing',
    driftClass: 'source-failure',
    when: /unable to resolve .* to a commit|unable to resolve git revision|couldn't find remote ref|reference not found|unknown revision|not our ref|ambiguous argument|object not found|did not match any file\(s\) known to git|invalid revision|revision .* not found|remote ref/i,
    owner: 'git repository',
    fix: 'fix-source',
    step: 'point targetRevision at a branch, tag or commit that exists',
  },
  {
    id: 'git-identity',
    driftClass: 'source-failure',
    when: /ssh: (handshake failed|unable to authenticate)|knownhosts|Host key verification failed|Permission denied \(publickey|no supported methods remain|GPG|signature (verification|is not valid)|not signed/i,
    owner: 'repository credentials',
    fix: 'fix-source',
    step: 'renew the key or known host that Argo CD keeps for this repository',
  },
  {
    id: 'tls-untrusted',
    driftClass: 'source-failure',
    when: /(helm|git|repo|registry|chart|fetch|clone|index|GET "|Get "|ls-remote)[\s\S]*(x509:|certificate (signed by unknown|has expired|is valid for|verify failed)|tls: |SSL certificate problem)/i,
    owner: 'repository certificate',
    fix: 'fix-source',
    step: 'add the repository’s CA to Argo CD’s certificates, or renew the certificate',
  },
  {
    id: 'oci-unsupported',
    driftClass: 'source-failure',
    when: /expected only a single oci content layer|oci layer media type .* (is )?not|unsupported media type|expected .* media ?type/i,
    owner: 'repo-server OCI client',
    fix: 'upgrade-argocd',
    step: 'this Argo CD cannot read that OCI artifact: upgrade it, or use the chart’s HTTP repository until then',
  },
  {
    id: 'chart-missing',
    driftClass: 'source-failure',
    when: /chart .* (version .* )?not found|no chart (version|name) found|not found in .* (repository|index)|looks like ".*" is not a valid chart repository|failed to (fetch|pull|download) chart|error fetching chart|invalid_reference|constraint .*(no|not) .*match|unable to resolve .* (chart|helm)|version (can't|could not) be resolved|could not find protocol handler|no cached repo found|error (getting|loading) (helm )?(index|chart)|manifest unknown|MANIFEST_UNKNOWN|failed to get (tags|index|repo index)|failed to resolve (tags|revision)|unable to get tags/i,
    owner: 'Application spec.source',
    fix: 'fix-source',
    step: 'correct repoURL, chart and targetRevision, or the credentials for that registry',
  },
  {
    id: 'repo-access',
    driftClass: 'source-failure',
    when: /authentication required|authorization failed|could not read (Username|Password)|Invalid username or (password|token)|HTTP Basic: Access denied|401 Unauthorized|status code:? ?(401|403|404)|response status code (401|403|404)|\b(401|403) (Unauthorized|Forbidden)|unauthorized|access denied|denied: |repository not found|not found: repository|project you were looking for|Repository .* not found|failed to (list refs|clone|fetch)|credentials|git-upload-pack|remote: /i,
    owner: 'repository credentials',
    fix: 'fix-source',
    step: 'correct the repository URL or renew its credentials in Argo CD',
  },
  {
    id: 'repo-unreachable',
    driftClass: 'source-failure',
    when: /(git|helm|repo|registry|index\.yaml|chart|fetch|ls-remote|Get "|GET ")[\s\S]*(no such host|could not resolve host|connection (refused|reset|timed out)|i\/o timeout|Client\.Timeout|context deadline exceeded|TLS handshake timeout|network is unreachable|502 Bad Gateway|503 Service|504 Gateway|: EOF|\b429\b|too many requests|toomanyrequests|rate limit)|`git (submodule|fetch|checkout|clone|lfs)[^`]*` failed|failed to (checkout|initialize repository|acquire lock)/i,
    owner: 'git repository or registry',
    fix: 'fix-source',
    step: 'make the repository or registry reachable from the repo-server (DNS, proxy, network policy, rate limit)',
  },
];

const RENDER: readonly FailureFamily[] = [
  {
    id: 'kustomize-load-restrictor',
    driftClass: 'render-failure',
    when: /is not in or below|load-?restrict/i,
    owner: 'kustomize build',
    fix: 'fix-template',
    step: 'keep the file below the kustomization’s folder, or allow it with kustomize.buildOptions: --load-restrictor=LoadRestrictionsNone',
  },
  {
    id: 'kustomize',
    driftClass: 'render-failure',
    when: /kustomize build|kustomization|accumulating resources|evalsymlink|trouble configuring builtin|no matches for Id|failed to find unique target|json patch|unable to find patch target|merging from generator|may not add resource with an already registered id/i,
    owner: 'kustomize build',
    fix: 'fix-manifest',
    step: 'run kustomize build on that folder and correct what the message names',
  },
  {
    id: 'helm-dependency',
    driftClass: 'render-failure',
    when: /found in Chart\.yaml, but missing in charts|helm dependency (build|update)|Chart\.lock|no repository definition for/i,
    owner: 'helm dependencies',
    fix: 'fix-source',
    step: 'make every dependency of Chart.yaml available: run helm dependency update, commit Chart.lock, register its repository',
  },
  {
    id: 'helm-values',
    driftClass: 'render-failure',
    when: /values don't meet the specifications|values\.schema|failed parsing --set|failed to parse .*values|(values|\.ya?ml)[^:]*: no such file or directory|error (reading|resolving) (helm )?value|could not load values|kubeVersion: |chart requires kubeVersion|incompatible with Kubernetes/i,
    owner: 'helm values',
    fix: 'fix-manifest',
    step: 'correct the values file or parameter that the message names',
  },
  {
    id: 'plugin',
    driftClass: 'render-failure',
    when: /plugin sidecar|cmp-server|config management plugin|generating manifests in cmp|plugin .* (failed|not found)|argocd-vault-plugin|\bavp\b|\bsops\b|could not find plugin/i,
    owner: 'config management plugin',
    fix: 'fix-manifest',
    step: 'run the plugin’s command on that folder and correct what it reports; check the plugin’s name and sidecar',
  },
  {
    id: 'jsonnet',
    driftClass: 'render-failure',
    when: /jsonnet|libsonnet|RUNTIME ERROR|STATIC ERROR/i,
    owner: 'jsonnet',
    fix: 'fix-template',
    step: 'correct the Jsonnet that the message names, or its library path in spec.source.directory.jsonnet.libs',
  },
  {
    id: 'helm-template',
    driftClass: 'render-failure',
    when: /helm template|executing ".*" at|nil pointer evaluating|error calling (include|tpl|fail|required|toYaml|fromYaml|index|template)|template: .*:\d+|execution error at|parse error at|function ".*" not defined|YAML parse error|wrong type for value|can't evaluate field|chart\.yaml/i,
    isGeneral: true,
    owner: 'helm template',
    fix: 'fix-manifest',
    step: 'render the chart with the same values and correct the value or template that the message names',
  },
  {
    id: 'invalid-manifest',
    driftClass: 'render-failure',
    when: /failed to unmarshal|error unmarshaling|error converting YAML|yaml: |mapping values are not allowed|did not find expected|Object 'Kind' is missing|Object 'apiVersion' is missing|invalid (YAML|JSON)|cannot (parse|decode) manifest|found a tab character|duplicate key|invalid character|manifest .* (exceeds|too large)|exceeded max (combined )?manifest/i,
    isGeneral: true,
    owner: 'the manifest',
    fix: 'fix-manifest',
    step: 'correct the YAML that the message names, or keep that file out of the application’s path',
  },
  {
    id: 'generation-failed',
    driftClass: 'render-failure',
    when: /manifest generation error|failed to generate manifest|generate manifests|failed exit status/i,
    isGeneral: true,
    owner: 'manifest generation',
    fix: 'fix-manifest',
    step: 'render the source with the same tool and version and correct what it reports',
  },
];

const SYNC: readonly FailureFamily[] = [
  {
    id: 'would-wipe-everything',
    driftClass: 'sync-failure',
    when: /auto-sync will wipe out all resources/i,
    owner: 'Argo CD auto-sync guard',
    fix: 'fix-source',
    step: 'the source renders nothing: restore the path or revision; only if emptiness is meant, set automated.allowEmpty: true',
  },
  {
    id: 'shared-resource',
    driftClass: 'sync-failure',
    when: /Shared resource found/i,
    owner: 'another application',
    fix: 'dedupe-owner',
    step: 'let exactly one application render the object; FailOnSharedResource=true refuses the sync until then',
  },
  {
    id: 'webhook-unreachable',
    driftClass: 'sync-failure',
    when: /failed calling webhook|failed to call webhook|webhook .*(context deadline exceeded|connection refused|no endpoints available|timeout|x509)/i,
    owner: 'admission webhook',
    fix: 'inspect-logs',
    step: 'bring the webhook’s pods, Service and certificate back, then sync again',
  },
  {
    id: 'api-server-slow',
    driftClass: 'sync-failure',
    when: /unable to return a response in the time allotted|etcdserver: (request timed out|leader changed)|net\/http: request canceled|TLS handshake timeout|the server is currently unable to handle the request|too many requests|http2: client connection lost|connection refused|i\/o timeout|context deadline exceeded/i,
    owner: 'kube-apiserver',
    fix: 'inspect-logs',
    step: 'the API server did not answer in time: look at its load, then sync again',
  },
  {
    id: 'admission-denied',
    driftClass: 'sync-failure',
    when: /admission webhook .* denied|denied the request|violates PodSecurity|ValidatingAdmissionPolicy|denied by|was blocked due to the following policies|is forbidden: (violates|unable to validate against)/i,
    owner: 'admission policy',
    fix: 'fix-manifest',
    step: 'change the manifest so that the policy named in the message accepts it, or get an exception from its owner',
  },
  {
    id: 'immutable-field',
    driftClass: 'sync-failure',
    when: /field is immutable|is immutable after creation|Forbidden: (updates to|may not (be|change)|spec is immutable|pod updates)|may not change once set|cannot (be )?(changed|updated)|primary clusterIP can not be unset|field can not be less than (previous value|status)|can not be (decreased|less)|immutable/i,
    owner: 'kube-apiserver validation',
    fix: 'fix-manifest',
    step: 'keep the old value in Git, or recreate the object in a planned step (Replace=true, Force=true on this resource alone)',
  },
  {
    id: 'missing-crd',
    driftClass: 'sync-failure',
    when: /no matches for kind|could not find the requested resource|ensure CRDs are installed|make sure the .* CRD is installed|resource mapping not found|the server doesn't have a resource type|CRD .* not (found|established)/i,
    owner: 'missing CustomResourceDefinition',
    fix: 'fix-manifest',
    step: 'install the CRD first (earlier sync wave or app), and set SkipDryRunOnMissingResource=true on the resources that need it',
  },
  {
    id: 'not-permitted-in-project',
    driftClass: 'sync-failure',
    when: /is not permitted in project|not permitted in project|namespace .* is not permitted/i,
    owner: 'AppProject',
    fix: 'fix-manifest',
    step: 'allow the kind or namespace in the AppProject, or move the object to an application whose project may',
  },
  {
    id: 'quota',
    driftClass: 'sync-failure',
    when: /exceeded quota|must specify (limits|requests)|maximum (cpu|memory) usage|LimitRange/i,
    owner: 'ResourceQuota',
    fix: 'fix-manifest',
    step: 'lower the requests in Git or raise the quota of the namespace',
  },
  {
    id: 'namespace-terminating',
    driftClass: 'sync-failure',
    when: /is being terminated/i,
    owner: 'destination namespace',
    fix: 'sync',
    step: 'wait until the namespace is gone, then sync again: auto-sync does not repeat a revision that failed',
  },
  {
    id: 'namespace-missing',
    driftClass: 'sync-failure',
    when: /namespaces? "[^"]*" not found|namespace .* (does not exist|not found)/i,
    owner: 'destination namespace',
    fix: 'fix-manifest',
    step: 'create the namespace (CreateNamespace=true, or a Namespace in an earlier wave), or correct the namespace in Git',
  },
  {
    id: 'annotation-too-long',
    driftClass: 'sync-failure',
    when: /metadata\.annotations: Too long|must have at most 262144 (bytes|characters)|Request entity too large|etcdserver: request is too large/i,
    owner: 'client-side apply',
    fix: 'fix-manifest',
    step: 'apply this object server-side: annotate it argocd.argoproj.io/sync-options: ServerSideApply=true',
  },
  {
    id: 'moved-underneath',
    driftClass: 'sync-failure',
    when: /the object has been modified|please apply your changes to the latest version|StorageError: invalid object/i,
    owner: 'a concurrent writer',
    fix: 'sync',
    step: 'sync again; if it returns, another controller writes the object at the same moment',
  },
  {
    id: 'field-conflict',
    driftClass: 'sync-failure',
    when: /Apply failed with \d+ conflicts?|conflicts? with "/i,
    owner: 'another field manager',
    fix: 'fix-manifest',
    step: 'leave the field to the manager named in the message, or take it over on purpose',
  },
  {
    id: 'duplicate-list-entries',
    driftClass: 'sync-failure',
    when: /doesn't match \$setElementOrder list|Duplicate value|duplicate entries for key/i,
    owner: 'the manifest',
    fix: 'fix-manifest',
    step: 'keep one entry for each key of the list that the message names',
  },
  {
    id: 'hook-failed',
    driftClass: 'sync-failure',
    when: /Job has reached the specified backoff limit|BackoffLimitExceeded|DeadlineExceeded|hook .* failed|container .* exited|pod .* failed/i,
    owner: 'sync hook',
    fix: 'inspect-logs',
    step: 'read the log of the hook’s pod: the sync stops where the hook fails',
  },
  {
    id: 'invalid-object',
    driftClass: 'sync-failure',
    when: /is invalid:|ValidationError|error validating data|unknown field|strict decoding error|missing required field|Invalid value|Required value|Unsupported value|cannot unmarshal|quantities must match|must be (a|an|no more|specified|unique|one of|greater|less)|could not be decoded|unable to decode|already allocated|provided port is/i,
    owner: 'kube-apiserver validation',
    fix: 'fix-manifest',
    step: 'correct the field that the message names',
  },
  {
    id: 'forbidden',
    driftClass: 'sync-failure',
    when: /is forbidden|cannot (create|patch|update|delete|get|list) resource|forbidden:|attempting to grant RBAC permissions|Unauthorized|permission denied/i,
    owner: 'RBAC of the Argo CD application controller',
    fix: 'fix-manifest',
    step: 'grant the application controller the verb and resource that the message names',
  },
  {
    id: 'apply-failed',
    driftClass: 'sync-failure',
    when: /[\s\S]/,
    owner: 'kube-apiserver',
    fix: 'inspect-logs',
    step: 'read the operation’s details: which object was refused, and by whom',
  },
];

/** For failed operations and SyncError. */
export const APPLY_FAMILIES: readonly FailureFamily[] = SYNC;

/** For ComparisonError, InvalidSpecError and operations that ended in Error before anything was applied. */
export const COMPARE_FAMILIES: readonly FailureFamily[] = [...DIFF, ...SOURCE, ...RENDER];

/** Argo CD needs the cluster even to load the target state; these say so whatever they are wrapped in. */
const CLUSTER_IDS = new Set(['conversion-webhook', 'live-state-forbidden', 'cluster-unreachable']);
const TARGET_STATE =
  /Failed to load target state|[Mm]anifest generation error|failed to generate manifest|rpc error: code/;
/** A template that ran and failed: whatever words its own message holds, the source was fetched. */
const TEMPLATE_RAN =
  /execution error at|parse error at|error calling \w+|nil pointer evaluating|template: \S+:\d+|YAML parse error|kustomize build|Failed to evaluate jsonnet/;
/** Kustomize fetches remote bases itself: a fetch that fails inside a build is a source that cannot be read. */
const REMOTE_BASE =
  /kustomize build.{0,2000}(git (fetch|clone|ls-remote)|could not read Username|hit \d+s timeout|no such host)/s;
/** Messages nest and repeat; what tells them apart stands at the ends. The cut also bounds the time a form may take. */
const [HEAD, TAIL] = [1500, 3000];

/** What keeps Argo CD from comparing. A message about the target state is of the source or of the render. */
export function compareFamilyOf(message: string): FailureFamily | undefined {
  const text = ends(message);
  if (!TARGET_STATE.test(text)) return first(text, [...DIFF, ...SOURCE, ...RENDER]);
  const cluster = DIFF.filter(({ id }) => CLUSTER_IDS.has(id));
  if (REMOTE_BASE.test(text)) return first(text, [...SOURCE, ...RENDER]);
  if (TEMPLATE_RAN.test(text)) return first(text, [...cluster, ...RENDER]);
  return first(text, [
    ...cluster,
    ...SOURCE.filter(({ id }) => id !== 'repo-access' && id !== 'repo-unreachable'),
    ...RENDER.filter(({ isGeneral }) => !isGeneral),
    ...SOURCE,
    ...RENDER,
  ]);
}

export function applyFamilyOf(message: string): FailureFamily | undefined {
  return first(ends(message), SYNC);
}

function ends(message: string): string {
  return message.length <= HEAD + TAIL ? message : `${message.slice(0, HEAD)} … ${message.slice(-TAIL)}`;
}

function first(text: string, families: readonly FailureFamily[]): FailureFamily | undefined {
  return families.find(({ when }) => when.test(text));
}
