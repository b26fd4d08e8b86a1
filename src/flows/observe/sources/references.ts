import type { ResourceSource } from '../source.ts';

export const references: ResourceSource<'references'> = async ({ ref }, { cluster, lookout, options }) =>
  cluster && (await lookout.look(`references to ${ref.kind}`, () => cluster.referencesTo(ref, options)));
