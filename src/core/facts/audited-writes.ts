import type { OfflineFact } from './fact.ts';

/** Who wrote the object by the audit log, newest first: sharper than a field manager’s name. */
export const auditedWrites: OfflineFact<'auditedWrites', readonly { readonly by: string; readonly at?: string }[]> = {
  id: 'auditedWrites',
  says: 'who wrote the object, by the audit log',
  statedAs: ['audit'],
  offlineOnly: 'audit logs are outside the Kubernetes API',
};
