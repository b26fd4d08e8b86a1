import { describe, expect, it } from 'vitest';
import { makeCertificate } from './certificate.ts';
import { connect, failureOf } from './client-under-test.ts';
import { startServer, version } from './fake-server.ts';

describe('TLS', () => {
  it('trusts a given authority', async () => {
    const certificate = makeCertificate();
    await using server = await startServer([version], certificate);
    expect(await connect(`127.0.0.1:${server.port}`, { ca: certificate.cert }).reader.version()).toMatch(/^v3/);
  });

  it('does not trust an unknown one', async () => {
    await using server = await startServer([version], makeCertificate());
    const error = await failureOf(connect(server.url).reader.version());
    expect(error.code).toBe('argocd.unknown-ca');
    expect(error.message).toBe(
      `Argo CD test at ${server.url} has a certificate of an authority that is not trusted here.`,
    );
    expect(error.hint).toContain('`ca`');
    expect(server.received).toEqual([]);
  });

  it('skips the check only when told to', async () => {
    await using server = await startServer([version], makeCertificate());
    expect(await connect(server.url, { insecure: true }).reader.version()).toMatch(/^v3/);
  });

  it.each([
    ['an expired certificate', { validUntil: new Date('2021-01-01') }, 'argocd.certificate-expired'],
    ['a certificate for another name', { host: 'argocd.example.com' }, 'argocd.certificate-name'],
  ])('names %s', async (_, options, code) => {
    const certificate = makeCertificate(options);
    await using server = await startServer([version], certificate);
    const error = await failureOf(connect(server.url, { ca: certificate.cert }).reader.version());
    expect(error.code).toBe(code);
  });

  it('names a server that speaks no TLS', async () => {
    await using server = await startServer([version]);
    const error = await failureOf(connect(`127.0.0.1:${server.port}`).reader.version());
    expect(error.code).toBe('argocd.not-tls');
  });
});
