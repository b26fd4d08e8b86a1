import { matchesGlob } from '../../../src/core/model/glob.ts';
import { secondsOf } from '../time.ts';
import { permissionDenied, unauthenticated } from './errors.ts';

/** `p, <subject>, <resource>, <action>, <object>`; deny wins, globs cross slashes (docs/facts.md#rbac). */
export interface Policy {
  readonly resource: string;
  readonly action: string;
  readonly object: string;
  readonly deny?: boolean;
}

export interface TokenGrant {
  readonly token: string;
  readonly username: string;
  readonly policies: readonly Policy[];
}

export interface Session {
  readonly username: string;
  may(resource: string, action: string, object: string): boolean;
  /** Throws the long form of the refusal. */
  need(resource: string, action: string, object: string): void;
}

export function readOnly(token: string, username = 'plumbline-read'): TokenGrant {
  const everywhere = ['applications', 'applicationsets', 'projects', 'clusters', 'logs'];
  return { token, username, policies: everywhere.map((resource) => ({ resource, action: 'get', object: '*' })) };
}

export function writer(token: string, username = 'plumbline-write'): TokenGrant {
  const actions = ['sync', 'action/*', 'delete/*', 'update/*'];
  return {
    token,
    username,
    policies: [
      ...readOnly(token).policies,
      ...actions.map((action) => ({ resource: 'applications', action, object: '*' })),
    ],
  };
}

/** The account that carries out approved changes: objects go through Kubernetes, operations through Argo CD. */
export function operator(token: string, username = 'plumbline-write'): TokenGrant {
  const policies = ['get', 'sync'].map((action) => ({ resource: 'applications', action, object: '*/*' }));
  return { token, username, policies };
}

/** A project role's token sees its own project and no other. */
export function projectScoped(token: string, project: string, role = 'plumbline'): TokenGrant {
  const object = `${project}/*`;
  return {
    token,
    username: `proj:${project}:${role}`,
    policies: [
      { resource: 'applications', action: 'get', object },
      { resource: 'logs', action: 'get', object },
      { resource: 'projects', action: 'get', object: project },
    ],
  };
}

/** A token in the form of a JWT: anything else is ignored by Argo CD as if no token had been sent. */
export function makeToken(subject: string, issuedAt: Date = new Date(0)): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const iat = Math.floor(issuedAt.getTime() / 1000);
  const id = Buffer.from(`demo ${subject}`).toString('base64url');
  return `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ iss: 'argocd', sub: `${subject}:apiKey`, iat, nbf: iat })}.${id}`;
}

function issueTime(token: string): string {
  const { iat } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
    readonly iat: number;
  };
  return secondsOf(new Date(iat * 1000));
}

const JWT = /^[\w-]+\.[\w-]+\.[\w-]*$/;

/** undefined = nobody is logged in. */
export function sessionFor(authorization: string | undefined, grants: readonly TokenGrant[]): Session | undefined {
  const token = /^Bearer\s+(.+)$/i.exec(authorization ?? '')?.[1]?.trim();
  if (token === undefined || !JWT.test(token)) return undefined;
  const grant = grants.find((candidate) => candidate.token === token);
  if (!grant) throw unauthenticated('invalid session: token signature is invalid: signature is invalid');
  const may: Session['may'] = (resource, action, object) => {
    const matching = grant.policies.filter(
      (policy) =>
        matchesGlob(policy.resource, resource) &&
        matchesGlob(policy.action, action) &&
        matchesGlob(policy.object, object),
    );
    return matching.length > 0 && !matching.some(({ deny }) => deny === true);
  };
  return {
    username: grant.username,
    may,
    need(resource, action, object) {
      if (!may(resource, action, object)) {
        throw permissionDenied(`: ${resource}, ${action}, ${object}, sub: ${grant.username}, iat: ${issueTime(token)}`);
      }
    },
  };
}
