import { ConfigError } from '../../core/model/errors.ts';

/** Where an Argo CD answers. `prefix` is the path it is served under (`--rootpath`), '' for most. */
export interface Address {
  readonly origin: string;
  readonly prefix: string;
}

/** Accepts what people paste: `argocd.example.com`, `argocd.example.com:8443` or a URL. Without a scheme it is TLS. */
export function parseAddress(server: string): Address {
  const text = server.trim();
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`);
  if (url === null || text === '' || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw new ConfigError(
      'argocd.server-address',
      'The address of Argo CD is neither a host, host:port nor an http(s) URL.',
      'Write `server` as argocd.example.com, argocd.example.com:8443 or https://argocd.example.com.',
    );
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new ConfigError(
      'argocd.server-address',
      `The address of Argo CD at ${url.host} carries more than host, port and path.`,
      'Leave user, password, query and fragment out of `server`; the token is configured on its own.',
    );
  }
  return { origin: url.origin, prefix: url.pathname.replace(/\/+$/, '') };
}
