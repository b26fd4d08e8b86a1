import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import type { Json } from '../kubernetes/kube-client.ts';

const run = promisify(execFile);

export interface WebhookServer {
  readonly url: string;
  readonly caBundle: string;
  close(): Promise<void>;
}

/** An admission webhook that answers every review with the same JSON patch. */
export async function serveWebhook(patch: Json): Promise<WebhookServer> {
  const { key, cert } = await selfSigned();
  const server = createServer({ key, cert }, (request, response) => {
    void text(request).then((body) => {
      const review = JSON.parse(body) as { readonly request: { readonly uid: string } };
      const answer = {
        uid: review.request.uid,
        allowed: true,
        patchType: 'JSONPatch',
        patch: Buffer.from(JSON.stringify(patch)).toString('base64'),
      };
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview', response: answer }));
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the webhook has no port');
  return {
    url: `https://127.0.0.1:${address.port}/mutate`,
    caBundle: Buffer.from(cert).toString('base64'),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function selfSigned(): Promise<{ key: string; cert: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'lab-webhook-'));
  const files = { key: join(folder, 'tls.key'), cert: join(folder, 'tls.crt') };
  try {
    const options = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=lab-webhook'];
    const output = ['-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', files.key, '-out', files.cert];
    await run('openssl', ['req', ...options, ...output]);
    return { key: await readFile(files.key, 'utf8'), cert: await readFile(files.cert, 'utf8') };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
