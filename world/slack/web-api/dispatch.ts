import { defined } from '../../../src/core/model/defined.ts';
import type { JsonObject } from '../../../src/core/model/json.ts';
import type { Site } from '../site.ts';
import { ApiError } from './api-error.ts';
import { makeArgs } from './args.ts';
import { type Method, requireScope } from './method.ts';
import { methods } from './methods.ts';
import type { RateLimits } from './rate-limits.ts';

interface Tokens {
  readonly bot: string;
  readonly app: string;
}

/** One call of the Web API, as it came and how it ended. */
export interface LoggedCall {
  readonly method: string;
  readonly at: Date;
  readonly args: JsonObject;
  /** Slack's error name; undefined when it went well. */
  readonly error?: string;
}

interface ApiRequest {
  readonly method: string;
  readonly authorization: string | undefined;
  readonly body: JsonObject;
}

export interface ApiAnswer {
  readonly status: number;
  readonly retryAfterSeconds?: number;
  /** What the token may do: a header of every answer to a token that Slack knows. */
  readonly scopes?: readonly string[];
  readonly json: JsonObject;
}

export type Dispatcher = (request: ApiRequest) => ApiAnswer;

export interface DispatchOptions {
  readonly site: Site;
  readonly tokens: Tokens;
  readonly rateLimits: () => RateLimits | undefined;
  readonly log: (call: LoggedCall) => void;
}

/** Runs calls in Slack's order of checks: token, method, its scope, its rate, then the method itself. */
export function makeDispatcher({ site, tokens, rateLimits, log }: DispatchOptions): Dispatcher {
  return ({ method: name, authorization, body }) => {
    const { token, ...args } = body;
    const at = site.workspace.clock.now();
    let scopes: readonly string[] | undefined;
    try {
      const method = authorised(name, authorization ?? token, tokens);
      scopes = method.isAppLevel ? ['connections:write'] : site.app.scopes;
      const call = { site, args: makeArgs(args) };
      if (method.scope !== undefined) requireScope(call, method.scope);
      const wait = rateLimits()?.(name, method.tier, call.args.text('channel'));
      if (wait !== undefined) {
        log({ method: name, at, args, error: 'ratelimited' });
        return { status: 429, scopes, retryAfterSeconds: wait, json: { ok: false, error: 'ratelimited' } };
      }
      const answer = method.handle(call);
      log({ method: name, at, args });
      return { status: 200, scopes, json: { ok: true, ...answer } };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      log({ method: name, at, args, error: error.error });
      return {
        status: 200,
        ...defined({ scopes }),
        json: { ok: false, error: error.error, ...error.details },
      };
    }
  };
}

function authorised(name: string, given: unknown, tokens: Tokens): Method {
  const token = typeof given === 'string' ? given.replace(/^Bearer\s+/i, '') : '';
  const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
  if (!method) throw new ApiError('unknown_method', { req_method: name });
  if (token === '') throw new ApiError('not_authed');
  if (token !== tokens.bot && token !== tokens.app) throw new ApiError('invalid_auth');
  if ((token === tokens.app) !== (method.isAppLevel === true)) throw new ApiError('not_allowed_token_type');
  return method;
}
