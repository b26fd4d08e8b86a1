import { ConfigError } from '../../core/model/errors.ts';

interface HostPort {
  readonly host: string;
  readonly port: number;
}

interface Login {
  readonly username?: string;
  readonly password?: string;
  readonly tls: boolean;
}

/** Where Redis is: one server, one that Sentinels name, or a Cluster. */
export type RedisAddress =
  | (Login & HostPort & { readonly kind: 'single'; readonly db: number })
  | (Login & {
      readonly kind: 'sentinel';
      readonly sentinels: readonly HostPort[];
      readonly master: string;
      readonly sentinelPassword?: string;
      readonly db: number;
    })
  | (Login & { readonly kind: 'cluster'; readonly nodes: readonly HostPort[] });

const FORM =
  /^redis(?<tls>s?)(?:\+(?<kind>sentinel|cluster))?:\/\/(?:(?<login>[^@/]*)@)?(?<hosts>[^/?#@]+)(?:\/(?<path>[^?#]*))?(?:\?(?<query>[^#]*))?$/;
const DEFAULT_PORT = 6379;
const DEFAULT_SENTINEL_PORT = 26_379;

/**
 * `redis://user:password@host:6379/0`, `rediss://…` for TLS, `redis+sentinel://host:26379,host:26379/mymaster/0` and
 * `redis+cluster://host:6379,host:6379`. @throws ConfigError, which never quotes the password.
 */
export function parseRedisUrl(url: string): RedisAddress {
  const groups = FORM.exec(url.trim())?.groups;
  if (groups === undefined) throw badUrl('is not a Redis URL');
  const { kind = 'single', login = '', hosts = '', path = '', query = '' } = groups;
  const shared: Login = { ...parseLogin(login), tls: groups.tls === 's' };
  const addresses = hosts
    .split(',')
    .map((host) => parseHost(host, kind === 'sentinel' ? DEFAULT_SENTINEL_PORT : DEFAULT_PORT));
  if (kind === 'cluster') {
    if (path !== '' && path !== '0') throw badUrl('names a database, which a Cluster does not have');
    return { ...shared, kind, nodes: addresses };
  }
  if (kind === 'sentinel') {
    const [master = '', db = ''] = path.split('/');
    if (master === '') throw badUrl('names Sentinels but not the master they watch');
    const sentinelPassword = new URLSearchParams(query).get('sentinelPassword');
    return {
      ...shared,
      kind,
      sentinels: addresses,
      master: decoded(master),
      db: parseDatabase(db),
      ...(sentinelPassword === null ? {} : { sentinelPassword }),
    };
  }
  const [address, another] = addresses;
  if (address === undefined || another !== undefined) throw badUrl('names several hosts');
  return { ...shared, kind: 'single', ...address, db: parseDatabase(path) };
}

/** Without its password, for logs and messages. */
export function describeAddress(address: RedisAddress): string {
  const list = (hosts: readonly HostPort[]) => hosts.map(({ host, port }) => `${host}:${port}`).join(',');
  if (address.kind === 'cluster') return `Redis Cluster at ${list(address.nodes)}`;
  if (address.kind === 'sentinel')
    return `Redis master ${address.master} of the Sentinels at ${list(address.sentinels)}`;
  return `Redis at ${list([address])}`;
}

function parseLogin(login: string): Pick<Login, 'username' | 'password'> {
  if (login === '') return {};
  const colon = login.indexOf(':');
  const [username, password] = colon < 0 ? ['', login] : [login.slice(0, colon), login.slice(colon + 1)];
  return {
    ...(username === '' ? {} : { username: decoded(username) }),
    ...(password === '' ? {} : { password: decoded(password) }),
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw badUrl('has a % that encodes nothing: write a literal one as %25');
  }
}

function parseHost(text: string, defaultPort: number): HostPort {
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:[\]]+))(?::(\d+))?$/.exec(text) ?? [];
  const host = bracketed ?? plain;
  const number = port === undefined ? defaultPort : Number(port);
  if (host === undefined || number > 65_535) throw badUrl('has a host that cannot be read');
  return { host, port: number };
}

function parseDatabase(text: string): number {
  if (/^\d*$/.test(text)) return Number(text);
  throw badUrl('has a database that is not a number');
}

function badUrl(problem: string): ConfigError {
  return new ConfigError(
    'redis.url',
    `The Redis URL ${problem}.`,
    'Write redis://host:6379, rediss://user:password@host:6379, redis+sentinel://host:26379,host:26379/mymaster or redis+cluster://host:6379,host:6379.',
  );
}
