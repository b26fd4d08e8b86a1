import { asYaml } from '../replay/manifests.ts';
import type { Scenario } from '../replay/scenario.ts';

export const missingStorageClass: Scenario = {
  id: 'missing-storage-class',
  title: 'claim Pending, its StorageClass does not exist, Progressing',
  async arrange(bench) {
    await bench.commit({
      'claim.yaml': asYaml({
        apiVersion: 'v1',
        kind: 'PersistentVolumeClaim',
        metadata: { name: 'gitea-shared-storage' },
        spec: {
          storageClassName: 'fast-ssd',
          accessModes: ['ReadWriteOnce'],
          resources: { requests: { storage: '1Gi' } },
        },
      }),
    });
    await bench.createApp();
    await bench.sync();
  },
  argocd: { sync: 'Synced', health: 'Progressing' },
  plumbline: { lead: 'stuck-progressing', says: /"fast-ssd" not found/ },
};
