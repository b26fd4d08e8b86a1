import type { Json } from './json.ts';

/** A CRD's OpenAPI schema reduced to what comparing needs. Compiled once per CRD resourceVersion (`kubernetes/schema.ts`). */
export interface SchemaNode {
  /** Own default; undefined = none (null is a default like any other). */
  readonly default?: Json;
  readonly type?: string;
  readonly properties?: ReadonlyMap<string, SchemaNode>;
  readonly items?: SchemaNode;
  /** Schema of every value of a map with free keys. */
  readonly additional?: SchemaNode;
  /** `x-kubernetes-list-map-keys`: elements are matched by these and their order says nothing. */
  readonly listKeys?: readonly string[];
  /** `x-kubernetes-list-type: set`. */
  readonly isSet?: boolean;
  readonly intOrString?: boolean;
  readonly preservesUnknown?: boolean;
}
