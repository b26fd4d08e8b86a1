import { writeSecret } from './credentials.ts';
import type { KubeAccess } from './kube-client.ts';

export function writeKubeconfig(file: string, access: KubeAccess, namespace = 'default'): Promise<void> {
  const cluster = { server: access.server, 'certificate-authority-data': Buffer.from(access.ca).toString('base64') };
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'lab', cluster }],
    users: [{ name: 'lab', user: { token: access.token } }],
    contexts: [{ name: 'lab', context: { cluster: 'lab', user: 'lab', namespace } }],
    'current-context': 'lab',
  };
  return writeSecret(file, `${JSON.stringify(config, null, 2)}\n`);
}
