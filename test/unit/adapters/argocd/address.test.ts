import { describe, expect, it } from 'vitest';
import { parseAddress } from '../../../../src/adapters/argocd/address.ts';
import { ConfigError } from '../../../../src/core/model/errors.ts';

describe('parseAddress', () => {
  it.each([
    ['argocd.example.com', 'https://argocd.example.com', ''],
    ['argocd.example.com:8443', 'https://argocd.example.com:8443', ''],
    [' https://argocd.example.com/ ', 'https://argocd.example.com', ''],
    ['http://localhost:8080', 'http://localhost:8080', ''],
    ['https://example.com/tools/argocd/', 'https://example.com', '/tools/argocd'],
    ['[::1]:8080', 'https://[::1]:8080', ''],
  ])('%s', (server, origin, prefix) => {
    expect(parseAddress(server)).toEqual({ origin, prefix });
  });

  it.each(['', 'grpc://argocd', 'https://user:secret@argocd', 'https://argocd/?token=secret', 'not a host'])(
    'refuses %j without repeating it',
    (server) => {
      expect(() => parseAddress(server)).toThrow(ConfigError);
      expect(() => parseAddress(server)).not.toThrow(/secret/);
    },
  );
});
