import { type Pointer, parsePointer, withoutIndexes } from '../model/pointer.ts';

/*
 * Fields of Argo CD's own kinds that a typed rewrite drops when they are zero
 * (docs/facts.md#dropped-zeros). `before`: the first version that keeps an explicit zero, because the field became a
 * pointer.
 */

interface DroppedField {
  readonly path: string;
  readonly before?: string;
}

function under(prefix: string, ...names: readonly string[]): readonly DroppedField[] {
  return names.map((name) => ({ path: `${prefix}/${name}` }));
}

function sourceFields(source: string): readonly DroppedField[] {
  return [
    ...under(
      source,
      'path',
      'targetRevision',
      'chart',
      'ref',
      'name',
      'tagPrefix',
      'helm',
      'kustomize',
      'directory',
      'plugin',
    ),
    ...under(
      `${source}/helm`,
      ...['valueFiles', 'parameters', 'releaseName', 'values', 'fileParameters', 'version', 'passCredentials'],
      ...[
        'ignoreMissingValueFiles',
        'skipCrds',
        'namespace',
        'kubeVersion',
        'apiVersions',
        'skipTests',
        'skipSchemaValidation',
      ],
    ),
    ...under(`${source}/helm/parameters/*`, 'name', 'value', 'forceString'),
    ...under(`${source}/helm/fileParameters/*`, 'name', 'path'),
    ...under(
      `${source}/kustomize`,
      ...['namePrefix', 'nameSuffix', 'images', 'commonLabels', 'version', 'commonAnnotations', 'forceCommonLabels'],
      ...['forceCommonAnnotations', 'namespace', 'commonAnnotationsEnvsubst', 'replicas', 'patches', 'components'],
      ...['ignoreMissingComponents', 'labelWithoutSelector', 'kubeVersion', 'apiVersions', 'labelIncludeTemplates'],
    ),
    ...under(`${source}/kustomize/patches/*`, 'path', 'patch', 'options', 'target'),
    ...under(
      `${source}/kustomize/patches/*/target`,
      'group',
      'version',
      'kind',
      'name',
      'namespace',
      'annotationSelector',
      'labelSelector',
    ),
    ...under(`${source}/directory`, 'recurse', 'exclude', 'include', 'jsonnet'),
    ...under(`${source}/directory/jsonnet`, 'extVars', 'tlas', 'libs'),
    ...under(`${source}/directory/jsonnet/extVars/*`, 'code'),
    ...under(`${source}/directory/jsonnet/tlas/*`, 'code'),
    ...under(`${source}/plugin`, 'name', 'env', 'parameters'),
    ...under(`${source}/plugin/parameters/*`, 'name'),
  ];
}

function applicationSpec(spec: string): readonly DroppedField[] {
  return [
    ...under(spec, 'ignoreDifferences', 'info', 'sources', 'syncPolicy'),
    ...under(
      `${spec}/ignoreDifferences/*`,
      'group',
      'name',
      'namespace',
      'jsonPointers',
      'jqPathExpressions',
      'managedFieldsManagers',
    ),
    ...sourceFields(`${spec}/source`),
    ...sourceFields(`${spec}/sources/*`),
    ...under(`${spec}/destination`, 'server', 'namespace', 'name'),
    ...under(`${spec}/syncPolicy`, 'syncOptions'),
    ...under(`${spec}/syncPolicy/managedNamespaceMetadata`, 'labels', 'annotations'),
    ...under(`${spec}/syncPolicy/retry`, 'limit', 'refresh'),
    ...under(`${spec}/syncPolicy/retry/backoff`, 'duration', 'maxDuration'),
    ...['prune', 'selfHeal', 'allowEmpty'].map((name) => ({
      path: `${spec}/syncPolicy/automated/${name}`,
      before: '3.4',
    })),
    ...under(`${spec}/sourceHydrator/syncSource`, 'repoURL'),
  ];
}

const APP_PROJECT: readonly DroppedField[] = [
  ...under(
    '/spec',
    ...['sourceRepos', 'destinations', 'description', 'roles', 'clusterResourceWhitelist', 'clusterResourceBlacklist'],
    ...['namespaceResourceWhitelist', 'namespaceResourceBlacklist', 'syncWindows', 'signatureKeys', 'sourceNamespaces'],
    ...['permitOnlyProjectScopedClusters', 'destinationServiceAccounts'],
  ),
  ...under('/spec/destinations/*', 'server', 'namespace', 'name'),
  ...under('/spec/orphanedResources', 'ignore'),
  ...under('/spec/orphanedResources/ignore/*', 'group', 'kind', 'name'),
  ...under(
    '/spec/syncWindows/*',
    ...['kind', 'schedule', 'duration', 'applications', 'namespaces', 'clusters', 'manualSync', 'timeZone'],
    ...['andOperator', 'description', 'syncOverrun'],
  ),
  ...under('/spec/roles/*', 'description', 'policies', 'jwtTokens', 'groups'),
  ...under('/spec/roles/*/jwtTokens/*', 'exp', 'id'),
  ...under('/spec/clusterResourceWhitelist/*', 'name'),
  ...under('/spec/clusterResourceBlacklist/*', 'name'),
  ...under('/spec/destinationServiceAccounts/*', 'namespace'),
];

/** Generators nest (matrix, merge), so their fields are matched by the generator's own name wherever it stands. */
const GENERATORS: Readonly<Record<string, readonly string[]>> = {
  list: ['elementsYaml'],
  clusters: ['values', 'flatList'],
  clusterDecisionResource: ['name', 'values'],
  git: ['directories', 'files', 'pathParamPrefix', 'values', 'exclude'],
  scmProvider: [
    ...[
      'filters',
      'cloneProtocol',
      'values',
      'api',
      'allBranches',
      'insecure',
      'excludeArchivedRepos',
      'includeSubgroups',
    ],
    ...['topic', 'includeArchivedRepos', 'role', 'region', 'appSecretName', 'tagFilters'],
  ],
  pullRequest: [
    'filters',
    'values',
    'continueOnRepoNotFoundError',
    'api',
    'labels',
    'insecure',
    'pullRequestState',
    'appSecretName',
  ],
  plugin: ['values', 'parameters'],
};

const APPLICATION_SET: readonly DroppedField[] = [
  ...under(
    '/spec',
    'goTemplate',
    'goTemplateOptions',
    'applyNestedSelectors',
    'ignoreApplicationDifferences',
    'syncPolicy',
    'strategy',
    'preservedFields',
  ),
  ...under('/spec/syncPolicy', 'preserveResourcesOnDeletion'),
  ...under('/spec/preservedFields', 'annotations', 'labels'),
  ...under('/spec/strategy', 'type', 'deletionOrder'),
  ...under('/spec/strategy/rollingSync', 'steps'),
  ...under('/spec/strategy/rollingSync/steps/*/matchExpressions/*', 'key', 'operator', 'values'),
  ...under('/spec/ignoreApplicationDifferences/*', 'name', 'jsonPointers', 'jqPathExpressions'),
  ...under('/spec/template/metadata', 'name', 'namespace', 'labels', 'annotations', 'finalizers'),
  ...applicationSpec('/spec/template/spec'),
];

const DROPPED: Readonly<Record<string, readonly DroppedField[]>> = {
  Application: applicationSpec('/spec'),
  AppProject: APP_PROJECT,
  ApplicationSet: APPLICATION_SET,
};

/** Whether this Argo CD drops a zero value at `path`. An unknown version counts as one that does. */
export function isDroppedByArgoCd(kind: string, path: Pointer, version: string | undefined): boolean {
  const pattern = withoutIndexes(path);
  const field = (DROPPED[kind] ?? []).find((candidate) => candidate.path === pattern);
  if (field) return field.before === undefined || version === undefined || isBefore(version, field.before);
  return kind === 'ApplicationSet' && isGeneratorField(parsePointer(pattern));
}

function isGeneratorField(tokens: readonly string[]): boolean {
  if (tokens[1] !== 'generators') return false;
  const field = tokens.at(-1) ?? '';
  return Object.entries(GENERATORS).some(([generator, fields]) => tokens.includes(generator) && fields.includes(field));
}

/** `v3.2.12+abc` is before `3.4`. */
export function isBefore(version: string, limit: string): boolean {
  const [major = 0, minor = 0] = numbersOf(version);
  const [limitMajor = 0, limitMinor = 0] = numbersOf(limit);
  return major < limitMajor || (major === limitMajor && minor < limitMinor);
}

function numbersOf(version: string): readonly number[] {
  return (/(\d{1,9})\.(\d{1,9})/.exec(version)?.slice(1) ?? []).map(Number);
}
