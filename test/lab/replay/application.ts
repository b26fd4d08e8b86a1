import { isJsonObject, type Json, type JsonObject } from '../kubernetes/kube-client.ts';
import type { Reported } from './scenario.ts';

/** The parts of an Application's status that scenarios look at. */
export interface ApplicationView {
  readonly sync: string;
  readonly health: string;
  readonly drifting: readonly string[];
  readonly conditions: readonly { readonly type: string; readonly message: string }[];
  readonly operation: { readonly phase: string; readonly startedAt: string; readonly messages: readonly string[] };
  /** An operation is asked for or runs. */
  readonly isBusy: boolean;
}

export function viewOf(application: JsonObject): ApplicationView {
  const status = objectAt(application, 'status');
  const state = objectAt(status, 'operationState');
  const results = listAt(objectAt(state, 'syncResult'), 'resources');
  return {
    sync: textAt(objectAt(status, 'sync'), 'status'),
    health: textAt(objectAt(status, 'health'), 'status'),
    drifting: listAt(status, 'resources').filter(isDrifting).map(kindAndName),
    conditions: listAt(status, 'conditions').map((one) => ({
      type: textAt(one, 'type'),
      message: textAt(one, 'message'),
    })),
    operation: {
      phase: textAt(state, 'phase'),
      startedAt: textAt(state, 'startedAt'),
      messages: [state, ...results].map((one) => textAt(one, 'message')).filter((message) => message !== ''),
    },
    isBusy: isJsonObject(application.operation) || textAt(state, 'phase') === 'Running',
  };
}

export function matches(view: ApplicationView, expected: Reported): boolean {
  const { condition, operation, drifting } = expected;
  return (
    (expected.sync === undefined || expected.sync === view.sync) &&
    (expected.health === undefined || expected.health === view.health) &&
    (drifting === undefined || drifting.toSorted().join() === view.drifting.toSorted().join()) &&
    (condition === undefined ||
      view.conditions.some(({ type, message }) => type === condition.type && holds(message, condition.says))) &&
    (operation === undefined ||
      (operation.phase === view.operation.phase &&
        (operation.says === undefined || view.operation.messages.some((message) => holds(message, operation.says)))))
  );
}

export function objectAt(parent: JsonObject, key: string): JsonObject {
  const value = parent[key];
  return isJsonObject(value) ? value : {};
}

export function listAt(parent: JsonObject, key: string): readonly JsonObject[] {
  const value = parent[key];
  return Array.isArray(value) ? (value as readonly Json[]).filter(isJsonObject) : [];
}

export function textAt(parent: JsonObject, key: string): string {
  const value = parent[key];
  return typeof value === 'string' ? value : '';
}

function holds(message: string, says: RegExp | undefined): boolean {
  return says === undefined || says.test(message);
}

function isDrifting(resource: JsonObject): boolean {
  return resource.status !== undefined && resource.status !== 'Synced';
}

function kindAndName(resource: JsonObject): string {
  return `${textAt(resource, 'kind')}/${textAt(resource, 'name')}`;
}
