import { structsFrom } from '../cluster/typing/built-in-types.ts';
import type { ObjectType } from '../cluster/typing/type-node.ts';
import { isOlderThan } from './version.ts';

/*
 * `ApplicationSpec` of Argo CD's pkg/apis/application/v1alpha1/types.go (3.5), in the notation of built-in-types.ts: `*` is
 * a pointer and keeps an explicit zero, `?` is omitted when zero, no mark is always written.
 */
const TYPES: Readonly<Record<string, string>> = {
  Spec: 'source*:Source destination:Destination project:text syncPolicy*:SyncPolicy ignoreDifferences?:[Ignore] info?:[Info] revisionHistoryLimit* sources?:[Source] sourceHydrator*:Hydrator',
  Source:
    'repoURL:text path? targetRevision? helm*:Helm kustomize*:Kustomize directory*:Directory plugin*:Plugin chart? ref? name? tagPrefix?',
  Destination: 'server? namespace? name?',
  Ignore: 'group? kind:text name? namespace? jsonPointers?:[] jqPathExpressions?:[] managedFieldsManagers?:[]',
  Info: 'name:text value:text',
  Helm: 'valueFiles?:[] parameters?:[HelmParameter] releaseName? values? fileParameters?:[HelmFile] version? passCredentials? ignoreMissingValueFiles? skipCrds? valuesObject*:any namespace? kubeVersion? apiVersions?:[] skipTests? skipSchemaValidation?',
  HelmParameter: 'name? value? forceString?',
  HelmFile: 'name? path?',
  Kustomize:
    'namePrefix? nameSuffix? images?:[] commonLabels?:{} version? commonAnnotations?:{} forceCommonLabels? forceCommonAnnotations? namespace? commonAnnotationsEnvsubst? replicas?:[KustomizeReplica] patches?:[KustomizePatch] components?:[] ignoreMissingComponents? labelWithoutSelector? kubeVersion? apiVersions?:[] labelIncludeTemplates?',
  KustomizeReplica: 'name:text count:any',
  KustomizePatch: 'path? patch? target*:KustomizeTarget options?:{}',
  KustomizeTarget: 'group? version? kind? name? namespace? annotationSelector? labelSelector?',
  Directory: 'recurse? jsonnet?:Jsonnet exclude? include?',
  Jsonnet: 'extVars?:[JsonnetVar] tlas?:[JsonnetVar] libs?:[]',
  JsonnetVar: 'name:text value:text code?',
  Plugin: 'name? env?:[Info] parameters?:[PluginParameter]',
  PluginParameter: 'name? string* map*:{} array*:[]',
  SyncPolicy: 'automated*:Automated syncOptions?:[] retry*:Retry managedNamespaceMetadata*:NamespaceMetadata',
  Automated: 'prune* selfHeal* allowEmpty* enabled*',
  Retry: 'limit? backoff*:Backoff refresh?',
  Backoff: 'duration? factor* maxDuration?',
  NamespaceMetadata: 'labels?:{} annotations?:{}',
  Hydrator: 'drySource:DrySource syncSource:SyncSource hydrateTo*:HydrateTo',
  DrySource:
    'repoURL:text targetRevision:text path:text helm*:Helm kustomize*:Kustomize directory*:Directory plugin*:Plugin',
  SyncSource: 'repoURL? targetBranch:text path:text',
  HydrateTo: 'targetBranch:text',
};

/** Since 3.4 the switches of automated sync are pointers. */
const BEFORE_3_4 = { ...TYPES, Automated: 'prune? selfHeal? allowEmpty? enabled*' };

const [current, older] = [structsFrom(TYPES)('Spec'), structsFrom(BEFORE_3_4)('Spec')];

export function applicationSpecType(version: string): ObjectType {
  return isOlderThan(version, [3, 4]) ? older : current;
}
