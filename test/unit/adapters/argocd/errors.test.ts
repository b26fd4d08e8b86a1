import { describe, expect, it } from 'vitest';
import { errorFor, parseRefusal, parseStreamError } from '../../../../src/adapters/argocd/errors.ts';
import { networkError, outcomeUnknown } from '../../../../src/adapters/argocd/network-errors.ts';
import { NotAllowedError, NotFoundError, RejectedError, UnavailableError } from '../../../../src/core/model/errors.ts';

const speaker = { name: 'prod', origin: 'https://argocd.example.com', hide: (text: string) => text };

function answer(status: number, body: unknown) {
  return errorFor(parseRefusal(status, typeof body === 'string' ? body : JSON.stringify(body)), speaker);
}

function grpc(code: number, message = 'says why') {
  return { error: message, code, message };
}

describe('errorFor', () => {
  it.each([
    [401, grpc(16, 'no session information'), NotAllowedError, 'argocd.unauthenticated'],
    [401, 'Unauthorized', NotAllowedError, 'argocd.unauthenticated'],
    [403, grpc(7, 'permission denied'), NotAllowedError, 'argocd.forbidden'],
    [403, '<html>Forbidden</html>', NotAllowedError, 'argocd.forbidden'],
    [403, grpc(7, 'cannot sync: blocked by sync window'), RejectedError, 'argocd.sync-window'],
    [404, grpc(5, 'applications.argoproj.io "x" not found'), NotFoundError, 'argocd.not-found'],
    [404, 'Not Found', NotFoundError, 'argocd.no-such-endpoint'],
    [400, grpc(3), RejectedError, 'argocd.rejected'],
    [400, grpc(9, 'another operation is already in progress'), RejectedError, 'argocd.busy'],
    [400, grpc(9, 'application is deleting'), RejectedError, 'argocd.precondition'],
    [400, 'Client sent an HTTP request to an HTTPS server.', RejectedError, 'argocd.rejected'],
    [409, grpc(10), RejectedError, 'argocd.conflict'],
    [409, grpc(6), RejectedError, 'argocd.conflict'],
    [415, 'Invalid content type', RejectedError, 'argocd.content-type'],
    [429, grpc(8), UnavailableError, 'argocd.rate-limited'],
    [429, 'slow down', UnavailableError, 'argocd.rate-limited'],
    [408, grpc(1), UnavailableError, 'argocd.timeout'],
    [504, grpc(4), UnavailableError, 'argocd.timeout'],
    [504, '<html>', UnavailableError, 'argocd.timeout'],
    [500, grpc(2, 'unable to resolve main to a commit SHA'), RejectedError, 'argocd.failed'],
    [500, grpc(13), UnavailableError, 'argocd.unavailable'],
    [500, 'oops', UnavailableError, 'argocd.unavailable'],
    [501, grpc(12), RejectedError, 'argocd.unsupported'],
    [502, '<html>', UnavailableError, 'argocd.unavailable'],
    [503, grpc(14), UnavailableError, 'argocd.unavailable'],
    [307, 'https://argocd.example.com/', RejectedError, 'argocd.redirected'],
  ])('%i %j', (status, body, type, code) => {
    const error = answer(status, body);
    expect(error).toBeInstanceOf(type);
    expect(error.code).toBe(code);
    expect(error.message).toMatch(/^Argo CD prod .*\.$/);
    expect(error.hint).toMatch(/^[A-Z].+/);
  });

  it('turns a denial into the line that grants it', () => {
    const text = 'permission denied: applications, sync, team-a/shop, sub: plumbline, iat: 2026-02-01T00:00:00Z';
    expect(answer(403, grpc(7, text)).hint).toBe(
      'Add to policy.csv of argocd-rbac-cm: p, plumbline, applications, sync, team-a/shop, allow',
    );
  });

  it('does not show markup', () => {
    expect(answer(502, '<html><body>nginx</body></html>').message).toBe('Argo CD prod is not available (HTTP 502).');
  });

  it('reads errors inside a stream', () => {
    const inBand = { error: { grpc_code: 7, http_code: 403, message: 'permission denied', http_status: 'Forbidden' } };
    expect(parseStreamError(inBand)).toEqual({ status: 403, grpcCode: 7, text: 'permission denied' });
    expect(parseStreamError({ result: {} })).toBeUndefined();
  });
});

describe('networkError', () => {
  it.each([
    ['ENOTFOUND', 'argocd.dns'],
    ['EAI_AGAIN', 'argocd.dns'],
    ['ECONNREFUSED', 'argocd.refused'],
    ['EHOSTUNREACH', 'argocd.unreachable'],
    ['UND_ERR_CONNECT_TIMEOUT', 'argocd.unreachable'],
    ['CERT_HAS_EXPIRED', 'argocd.certificate-expired'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'argocd.unknown-ca'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'argocd.certificate-name'],
    ['ECONNRESET', 'argocd.reset'],
    ['SOMETHING_NEW', 'argocd.reset'],
  ])('%s', (code, expected) => {
    const error = networkError(Object.assign(new Error('socket'), { code }), speaker);
    expect(error.code).toBe(expected);
    expect(error.message).toMatch(/^Argo CD prod at https:\/\/argocd\.example\.com [^.]+\.$/);
  });

  it('finds the code of a wrapped cause', () => {
    const cause = Object.assign(new Error('inner'), { code: 'ECONNREFUSED' });
    expect(networkError(new Error('outer', { cause }), speaker).code).toBe('argocd.refused');
  });

  it('tells a write that never left from one that may have arrived', () => {
    const failed = (code: string) =>
      outcomeUnknown(networkError(Object.assign(new Error(), { code }), speaker), speaker);
    expect(failed('ECONNREFUSED').code).toBe('argocd.refused');
    expect(failed('ECONNRESET').code).toBe('argocd.outcome-unknown');
  });
});
