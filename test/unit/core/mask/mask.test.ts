import { describe, expect, it } from 'vitest';
import { makeMasker } from '../../../../src/core/mask/mask.ts';
import type { Json } from '../../../../src/core/model/json.ts';

const CANARY = 'canary-4f1d-VALUE';

function masked(manifest: Record<string, Json>): string {
  return JSON.stringify(makeMasker().manifest(manifest));
}

describe('masking on entry', () => {
  it.each<[string, Record<string, Json>]>([
    ['data of a Secret', { apiVersion: 'v1', kind: 'Secret', data: { any: CANARY } }],
    ['stringData of a Secret', { apiVersion: 'v1', kind: 'Secret', stringData: { any: CANARY } }],
    ['a password by its key', { kind: 'X', spec: { dbPassword: CANARY } }],
    ['an env value by its name', { spec: { containers: [{ env: [{ name: 'API_TOKEN', value: CANARY }] }] } }],
    ['a password in a URL', { data: { url: `postgres://app:${CANARY}@db:5432/app` } }],
    ['a flag in args', { args: [`--client-secret=${CANARY}`] }],
    ['a line of a config file', { data: { 'app.conf': `user = a\npassword: ${CANARY}\n` } }],
    ['a header', { data: { header: `Authorization: Bearer ${CANARY}abc` } }],
    [
      'a value inside last-applied',
      {
        metadata: {
          annotations: {
            'kubectl.kubernetes.io/last-applied-configuration': JSON.stringify({
              apiVersion: 'v1',
              kind: 'Secret',
              data: { a: CANARY },
            }),
          },
        },
      },
    ],
    [
      'a private key',
      { data: { 'tls.key': `-----BEGIN RSA PRIVATE KEY-----\n${CANARY}\n-----END RSA PRIVATE KEY-----` } },
    ],
  ])('hides %s', (_, manifest) => {
    expect(masked(manifest)).not.toContain(CANARY);
    expect(masked(manifest)).toContain('‹masked');
  });

  it.each([
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl',
    'ghp_abcdefghijklmnopqrstuvwxyz0123',
    `xox${'b'}-123456789012-abcdefghij`,
    'AKIAIOSFODNN7EXAMPLE',
  ])('hides %s wherever it stands', (token) => {
    expect(makeMasker().text(`level=error msg="request with ${token} failed"`)).not.toContain(token);
  });

  it('keeps equality: the same value gets the same mask, another value another', () => {
    const masker = makeMasker();
    const one = masker.manifest({ apiVersion: 'v1', kind: 'Secret', data: { a: 'x', b: 'y', c: 'x' } });
    const two = masker.manifest({ apiVersion: 'v1', kind: 'Secret', data: { a: 'x', b: 'z', c: 'x' } });
    const [first, second] = [one.data as Record<string, string>, two.data as Record<string, string>];
    expect(first.a).toBe(first.c);
    expect(first.a).toBe(second.a);
    expect(first.b).not.toBe(second.b);
  });

  it('folds stringData into data as the API server does', () => {
    const masker = makeMasker();
    const git = masker.manifest({ apiVersion: 'v1', kind: 'Secret', stringData: { a: 'hello' } });
    const live = masker.manifest({ apiVersion: 'v1', kind: 'Secret', data: { a: 'aGVsbG8=' } });
    expect(git).toEqual(live);
  });

  it('leaves Argo CD’s own masks, empty values and references alone', () => {
    const manifest = { apiVersion: 'v1', kind: 'Secret', data: { a: '++++++++', b: '' } };
    expect(makeMasker().manifest(manifest)).toEqual(manifest);
    const reference = {
      spec: {
        data: [{ secretKey: 'API_KEY', remoteRef: { key: 'API_KEY' } }],
        secretName: 'db',
        automountServiceAccountToken: false,
        httpTokens: 'required',
      },
    };
    expect(makeMasker().manifest(reference)).toEqual(reference);
  });

  it('keeps managedFields and odd objects whole', () => {
    const managedFields = [{ manager: 'x', fieldsV1: { 'f:data': { 'f:password': {} } } }];
    expect(makeMasker().manifest({ metadata: { managedFields } })).toEqual({ metadata: { managedFields } });
    expect(makeMasker().manifest(JSON.parse('{"__proto__":{"a":1}}') as Record<string, Json>)).toEqual(
      JSON.parse('{"__proto__":{"a":1}}'),
    );
  });

  it('neither hangs nor overflows on hostile input', () => {
    let deep: Json = CANARY;
    for (let level = 0; level < 20_000; level += 1) deep = { a: deep };
    expect(masked({ deep })).not.toContain(CANARY);
    const long = 'password '.repeat(200_000) + 'a:b@'.repeat(200_000);
    expect(makeMasker().text(long).length).toBeGreaterThan(0);
    expect(makeMasker().text('x'.repeat(10_000_000))).toHaveLength(10_000_000);
  });
});
