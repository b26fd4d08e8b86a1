import type { ResourceSource } from '../source.ts';

export const namespaceLabels: ResourceSource<'namespaceLabels'> = async (
  { ref },
  { cluster, shared, lookout, options },
) =>
  cluster &&
  (await lookout.look(`labels of namespace ${ref.namespace}`, () =>
    shared.namespaceLabels(cluster, ref.namespace, options),
  ));
