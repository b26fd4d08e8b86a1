import { isBuiltIn } from '../model/resource-ref.ts';
import type { SchemaNode } from '../model/schema-node.ts';
import type { FetchedFact, ResourceLook } from './fact.ts';

/** Compiled schema of the live CRD's version; null = the kind has none. Its defaults and dropped fields explain much. */
export const schema: FetchedFact<'schema', SchemaNode | null, ResourceLook> = {
  id: 'schema',
  says: 'the schema of the custom kind, in the version that is compared',
  source: 'cluster',
  statedAs: ['crdSchema'],
  wanted: ({ ref }) => !isBuiltIn(ref),
};
