import { createHmac } from 'node:crypto';

/** Headers of a signed request, version 0: the secret over `v0:timestamp:body`. */
export function signatureHeaders(secret: string, body: string, atSeconds: number): Readonly<Record<string, string>> {
  const digest = createHmac('sha256', secret).update(`v0:${atSeconds}:${body}`).digest('hex');
  return { 'x-slack-request-timestamp': String(atSeconds), 'x-slack-signature': `v0=${digest}` };
}
