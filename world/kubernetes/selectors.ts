import { at, type Json, type Manifest, objectAt } from '../../src/core/model/json.ts';
import { badRequest } from '../cluster/objects/status-errors.ts';
import type { ApiStatusError, KindInfo } from '../cluster/types.ts';

export type Selects = (object: Manifest) => boolean;

const SET_FORM = /^\s*([^\s!=,()]+)\s+(in|notin)\s+\(([^)]*)\)\s*$/;
const EQUALITY_FORM = /^\s*([^\s!=,()]+)\s*(==|=|!=)\s*([^\s,()]*)\s*$/;
const EXISTENCE_FORM = /^\s*(!?)\s*([^\s!=,()]+)\s*$/;

/** `app=web,tier in (a,b),!canary`. */
function parseLabelSelector(text: string): Selects {
  const requirements = splitOutsideParentheses(text).map(parseRequirement);
  return (object) => {
    const labels = objectAt(object, 'metadata', 'labels');
    return requirements.every((requirement) => requirement(labels));
  };
}

function parseRequirement(text: string): (labels: Readonly<Record<string, Json>>) => boolean {
  const [, setKey, operator, values] = SET_FORM.exec(text) ?? [];
  if (setKey !== undefined && values !== undefined) {
    const wanted = values.split(',').map((value) => value.trim());
    const isIn = (labels: Readonly<Record<string, Json>>): boolean =>
      Object.hasOwn(labels, setKey) && wanted.includes(String(labels[setKey]));
    return operator === 'in' ? isIn : (labels) => !isIn(labels);
  }
  const [, key, sign, value] = EQUALITY_FORM.exec(text) ?? [];
  if (key !== undefined) return (labels) => (labels[key] === value) === (sign !== '!=');
  const [, negation, existing] = EXISTENCE_FORM.exec(text) ?? [];
  if (existing === undefined) throw badRequest(`unable to parse requirement: ${text}`);
  return (labels) => Object.hasOwn(labels, existing) === (negation === '');
}

function splitOutsideParentheses(text: string): readonly string[] {
  return text.split(/,(?![^(]*\))/).filter((part) => part.trim() !== '');
}

/** Fields besides name and namespace that the server can select by. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  '/Event': [
    'involvedObject.apiVersion',
    'involvedObject.fieldPath',
    'involvedObject.kind',
    'involvedObject.name',
    'involvedObject.namespace',
    'involvedObject.resourceVersion',
    'involvedObject.uid',
    'reason',
    'reportingComponent',
    'source',
    'type',
  ],
  '/Namespace': ['status.phase'],
  '/Node': ['spec.unschedulable'],
  '/Pod': [
    'spec.nodeName',
    'spec.restartPolicy',
    'spec.schedulerName',
    'spec.serviceAccountName',
    'spec.hostNetwork',
    'status.phase',
    'status.podIP',
  ],
  '/Secret': ['type'],
  'apps/ReplicaSet': ['status.replicas'],
  'batch/Job': ['status.successful'],
};

function parseFieldSelector(text: string, kind: KindInfo): Selects {
  const allowed = ['metadata.name', 'metadata.namespace', ...(FIELDS[`${kind.group}/${kind.kind}`] ?? [])];
  const requirements = text.split(',').map((part) => {
    const [, field = '', sign, value = ''] = /^\s*([^!=]+?)\s*(==|=|!=)\s*(.*?)\s*$/.exec(part) ?? [];
    if (!allowed.includes(field)) throw unselectable(text, field, kind);
    return (object: Manifest): boolean => (String(at(object, ...field.split('.')) ?? '') === value) === (sign !== '!=');
  });
  return (object) => requirements.every((requirement) => requirement(object));
}

function unselectable(text: string, field: string, { group, version, plural }: KindInfo): ApiStatusError {
  const resource = JSON.stringify(`${group}/${version}, Resource=${plural}`);
  const asked = `label selector "", field selector ${JSON.stringify(text)}`;
  return badRequest(`Unable to find ${resource} that match ${asked}: field label not supported: ${field}`);
}

export function parseSelectors(query: URLSearchParams, kind: KindInfo): Selects {
  const labels = query.get('labelSelector');
  const fields = query.get('fieldSelector');
  const byLabels = labels ? parseLabelSelector(labels) : undefined;
  const byFields = fields ? parseFieldSelector(fields, kind) : undefined;
  return (object) => (byLabels?.(object) ?? true) && (byFields?.(object) ?? true);
}
