import type { ResourceSource } from '../source.ts';

export const schema: ResourceSource<'schema'> = async ({ ref, version }, { cluster, lookout, options }) =>
  cluster && (await lookout.look(`the schema of ${ref.kind}`, () => cluster.schemaFor(ref, version, options)));
