import { ApiStatusError, type KindInfo, type StatusCause } from '../types.ts';
import { resourceName } from './kind-definition.ts';

type Named = Pick<KindInfo, 'group' | 'kind' | 'plural'>;

export function notFound(kind: Named, name: string): ApiStatusError {
  return new ApiStatusError(404, 'NotFound', `${resourceName(kind)} ${JSON.stringify(name)} not found`, {
    name,
    group: kind.group,
    kind: kind.plural,
  });
}

/** The kind or path is not served. */
export function noSuchResource(): ApiStatusError {
  return new ApiStatusError(404, 'NotFound', 'the server could not find the requested resource');
}

export function alreadyExists(kind: Named, name: string): ApiStatusError {
  return new ApiStatusError(409, 'AlreadyExists', `${resourceName(kind)} ${JSON.stringify(name)} already exists`, {
    name,
    group: kind.group,
    kind: kind.plural,
  });
}

export function conflict(kind: Named, name: string, why: string): ApiStatusError {
  return new ApiStatusError(
    409,
    'Conflict',
    `Operation cannot be fulfilled on ${resourceName(kind)} ${JSON.stringify(name)}: ${why}`,
    { name, group: kind.group, kind: kind.plural },
  );
}

/** Names the kind where every other error names the resource. */
export function deleteConflict({ group, kind }: Named, name: string, why: string): ApiStatusError {
  const subject = group === '' ? kind : `${kind}.${group}`;
  const message = `Operation cannot be fulfilled on ${subject} ${JSON.stringify(name)}: ${why}`;
  return new ApiStatusError(409, 'Conflict', message, { name, ...(group === '' ? {} : { group }), kind });
}

export const STALE = 'the object has been modified; please apply your changes to the latest version and try again';

export function badRequest(message: string): ApiStatusError {
  return new ApiStatusError(400, 'BadRequest', message);
}

/** Fields that the kind does not have, where the request asked for strict reading. */
export class StrictDecodingError extends ApiStatusError {
  readonly problem: string;

  constructor({ kind, version }: Pick<KindInfo, 'kind' | 'version'>, unknown: readonly string[]) {
    const problem = `strict decoding error: ${unknown.map(unknownField).join(', ')}`;
    super(
      400,
      'BadRequest',
      `${kind} in version ${JSON.stringify(version)} cannot be handled as a ${kind}: ${problem}`,
    );
    this.problem = problem;
  }
}

export function unknownField(path: string): string {
  return `unknown field ${JSON.stringify(path)}`;
}

/** Server-side apply cannot own a field that the kind does not have. The server names no reason. */
export function undeclaredFields(
  kind: KindInfo,
  namespace: string,
  name: string,
  unknown: readonly string[],
): ApiStatusError {
  const subject = `${namespace}/${name}; ${kind.group === '' ? '' : `${kind.group}/`}${kind.version}, Kind=${kind.kind}`;
  const problems = unknown.map((path) => `.${path}: field not declared in schema`).join('\n');
  return new ApiStatusError(500, '', `failed to create typed patch object (${subject}): ${problems}`);
}

/** The server passes etcd's words on and names no reason. */
export function tooLargeForEtcd(): ApiStatusError {
  return new ApiStatusError(500, '', 'etcdserver: request is too large');
}

export function requestTooLarge(bytes: number): ApiStatusError {
  return new ApiStatusError(413, 'RequestEntityTooLarge', `Request entity too large: limit is ${bytes}`);
}

export function forbidden(kind: Named, name: string, why: string): ApiStatusError {
  return new ApiStatusError(403, 'Forbidden', `${resourceName(kind)} ${JSON.stringify(name)} is forbidden: ${why}`, {
    name,
    group: kind.group,
    kind: kind.plural,
  });
}

export function invalid(kind: Named, name: string, causes: readonly StatusCause[]): ApiStatusError {
  const problems = causes.map(({ field, message }) => (field === undefined ? message : `${field}: ${message}`));
  const list = problems.length === 1 ? problems.join('') : `[${problems.join(', ')}]`;
  const subject = kind.group === '' ? kind.kind : `${kind.kind}.${kind.group}`;
  return new ApiStatusError(422, 'Invalid', `${subject} ${JSON.stringify(name)} is invalid: ${list}`, {
    name,
    group: kind.group,
    kind: kind.kind,
    causes,
  });
}
