import { namedStorageClass } from '../../../core/facts/storage-class.ts';
import type { AppSource } from '../source.ts';

export const storageClass: AppSource<'storageClass'> = async (look, { cluster, lookout, options }) => {
  const name = namedStorageClass(look);
  if (!cluster || name === undefined) return undefined;
  const ref = { group: 'storage.k8s.io', kind: 'StorageClass', namespace: '', name };
  return lookout.look('storage classes', async () => ((await cluster.read(ref, 'v1', options)) ? name : null));
};
