import type { Json, JsonObject } from '../../../src/core/model/json.ts';
import type { KindInfo } from '../types.ts';
import type { ObjectType } from '../typing/type-node.ts';

/** A served kind with everything needed to store its objects. */
export interface KindDefinition extends KindInfo {
  readonly type: ObjectType;
  readonly hasStatus: boolean;
  readonly hasGeneration: boolean;
  /** undefined for built-in kinds. */
  readonly custom?: {
    readonly schema: Json | undefined;
    /** Structural defaulting. */
    fill(document: JsonObject): JsonObject;
  };
}

export function apiVersionOf({ group, version }: Pick<KindInfo, 'group' | 'version'>): string {
  return group === '' ? version : `${group}/${version}`;
}

/** `deployments.apps`, `pods`: how messages name a resource. */
export function resourceName({ group, plural }: Pick<KindInfo, 'group' | 'plural'>): string {
  return group === '' ? plural : `${plural}.${group}`;
}

export function parseApiVersion(apiVersion: string): { readonly group: string; readonly version: string } {
  const slash = apiVersion.indexOf('/');
  return { group: apiVersion.slice(0, Math.max(0, slash)), version: apiVersion.slice(slash + 1) };
}
