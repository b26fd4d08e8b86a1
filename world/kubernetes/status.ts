import type { Json, JsonObject } from '../../src/core/model/json.ts';
import { ApiStatusError } from '../cluster/types.ts';

export function statusObject(error: ApiStatusError): JsonObject {
  const { code, reason, message, details } = error;
  const { causes, ...subject } = details;
  const shown: JsonObject = {
    ...(subject as Readonly<Record<string, Json>>),
    ...(causes ? { causes: causes.map((cause) => ({ ...cause })) } : {}),
  };
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message,
    reason,
    ...(Object.keys(shown).length > 0 ? { details: shown } : {}),
    code,
  };
}

export function unauthorized(): ApiStatusError {
  return new ApiStatusError(401, 'Unauthorized', 'Unauthorized');
}

export function methodNotAllowed(): ApiStatusError {
  return new ApiStatusError(405, 'MethodNotAllowed', 'the server does not allow this method on the requested resource');
}

export function expired(message: string): ApiStatusError {
  return new ApiStatusError(410, 'Expired', message);
}

export function unsupportedMediaType(accepted: readonly string[]): ApiStatusError {
  const why = 'the body of the request was in an unknown format';
  return new ApiStatusError(
    415,
    'UnsupportedMediaType',
    `${why} - accepted media types include: ${accepted.join(', ')}`,
  );
}
