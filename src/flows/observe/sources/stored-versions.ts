import type { ResourceSource } from '../source.ts';

/** The adapter has the CRD at hand: it was just read for its schema. */
export const storedVersions: ResourceSource<'storedVersions'> = async (
  { ref, version },
  { cluster, lookout, options },
) => cluster && (await lookout.look(`the schema of ${ref.kind}`, () => cluster.storedVersions(ref, version, options)));
