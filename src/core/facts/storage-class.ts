import { stringAt } from '../model/json.ts';
import type { AppLook, FetchedFact } from './fact.ts';

/** The StorageClass that a claim names; null: the cluster does not have it. */
export const storageClass: FetchedFact<'storageClass', string | null, AppLook> = {
  id: 'storageClass',
  says: 'whether the StorageClass that a claim names exists',
  source: 'cluster',
  statedAs: ['storageClass'],
  wanted: (look) => namedStorageClass(look) !== undefined,
};

export function namedStorageClass({ resources }: Pick<AppLook, 'resources'>): string | undefined {
  const claim = resources.find(({ ref }) => ref.kind === 'PersistentVolumeClaim' && ref.group === '');
  return stringAt(claim?.live ?? {}, 'spec', 'storageClassName');
}
