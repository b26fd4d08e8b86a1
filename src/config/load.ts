import { readFileSync } from 'node:fs';
import { parseDocument } from 'yaml';
import { z } from 'zod';
import { ConfigError } from '../core/model/errors.ts';
import { Config } from './schema.ts';

type Env = Readonly<Record<string, string | undefined>>;

const DEFAULT_FILE = 'plumbline.yml';

/** What is taken from the environment, here and in the composition root; docs/configuration.md lists it. */
export const ENVIRONMENT = {
  PLUMBLINE_CONFIG: 'path of the configuration file',
  ARGOCD_SERVER: 'the Argo CD, when the file has no `instances`: host, host:port or URL',
  ARGOCD_AUTH_TOKEN: 'API key of its account',
  KUBECONFIG: 'access to its cluster, where the file has no `kubernetes`; in a pod, the pod’s own service account',
  SLACK_BOT_TOKEN: '`slack.botToken`',
  SLACK_APP_TOKEN: '`slack.appToken`: Socket Mode',
  SLACK_SIGNING_SECRET: '`slack.signingSecret`; alone, without an app token, it chooses HTTP mode',
  SLACK_API_URL: '`slack.apiUrl`',
  PLUMBLINE_CHANNEL: 'id of the one channel to tell, when the file has no `slack.channels`',
  REDIS_URL: '`redis.url`',
  PORT: '`http.port`',
  LOG_LEVEL: 'how much the service logs: `debug`, `info` (the default), `warn` or `error`',
  PLUMBLINE_DEBUG: 'anything: errors that should not happen are printed with their stack',
} as const;

export interface ConfigSource {
  /** `--config`; undefined: PLUMBLINE_CONFIG, then plumbline.yml if it is there. */
  readonly file?: string;
  readonly env: Env;
  /** false: credentials that write are left where they are; this process then has none. */
  readonly writing?: boolean;
}

/** Parsed once, frozen. @throws ConfigError with every problem at once, each with its path and what to do. */
export function loadConfig({ file, env, writing = true }: ConfigSource): Config {
  const named = file ?? env.PLUMBLINE_CONFIG;
  const text = readIfThere(named ?? DEFAULT_FILE, named !== undefined);
  const problems: string[] = [];
  const whole = text === undefined ? {} : parseYaml(text, named ?? DEFAULT_FILE);
  const stated = interpolated(writing ? whole : withoutWriteTokens(whole), env, problems);
  const parsed = Config.safeParse(withEnvironment(stated, env));
  if (!parsed.success)
    problems.push(...parsed.error.issues.map(({ path, message }) => `${formatPath(path)}: ${message}`));
  if (problems.length > 0 || !parsed.success) {
    throw new ConfigError(
      'config.invalid',
      `the configuration has ${problems.length === 1 ? 'a problem' : `${problems.length} problems`}:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`,
      'plumbline config schema prints what is allowed',
    );
  }
  return deepFrozen(parsed.data);
}

export function configSchema(): unknown {
  return z.toJSONSchema(Config, { io: 'input', unrepresentable: 'any' });
}

function readIfThere(file: string, isNamed: boolean): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (!isNamed) return undefined;
    throw new ConfigError('config.unreadable', `cannot read ${file}`, 'check --config or PLUMBLINE_CONFIG', {
      cause: error,
    });
  }
}

function parseYaml(text: string, file: string): unknown {
  const document = parseDocument(text);
  const [error] = document.errors;
  if (error)
    throw new ConfigError(
      'config.not-yaml',
      `${file} is not YAML: ${error.message.split('\n')[0] ?? ''}`,
      'correct the line that the message names',
      { cause: error },
    );
  return document.toJS() ?? {};
}

/** `${NAME}` in any text; a variable that is not set is a problem, not an empty secret. */
function interpolated(value: unknown, env: Env, problems: string[], path: readonly (string | number)[] = []): unknown {
  if (typeof value === 'string') {
    return value.replace(/\$\{([A-Za-z_]\w*)\}/g, (_, variable: string) => {
      const found = env[variable];
      if (found === undefined || found === '')
        problems.push(`${formatPath(path)}: \${${variable}} is not set in the environment`);
      return found ?? '';
    });
  }
  if (Array.isArray(value)) return value.map((item, index) => interpolated(item, env, problems, [...path, index]));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, interpolated(item, env, problems, [...path, key])]),
  );
}

/** Stands where a token would: nothing accepts it. */
const NOT_HELD = 'not-held-by-this-process';

/** Before anything is taken from the environment: the variable need not be set for who only reads. */
function withoutWriteTokens(stated: unknown): unknown {
  if (!isRecord(stated) || !Array.isArray(stated.instances)) return stated;
  const instances = stated.instances.map((instance: unknown) => {
    if (!isRecord(instance) || !isRecord(instance.remediation) || instance.remediation.argocdToken === undefined)
      return instance;
    return { ...instance, remediation: { ...instance.remediation, argocdToken: NOT_HELD } };
  });
  return { ...stated, instances };
}

/** The environment fills what the file leaves out; alone it is enough for one instance. */
function withEnvironment(stated: unknown, env: Env): unknown {
  if (!isRecord(stated)) return stated;
  const { ARGOCD_SERVER: server, ARGOCD_AUTH_TOKEN: token, PLUMBLINE_CHANNEL: channel } = env;
  const instances =
    'instances' in stated || (server === undefined && token === undefined)
      ? {}
      : { instances: [{ name: 'default', argocd: { server, token } }] };
  return {
    ...instances,
    ...stated,
    ...filled(stated, 'slack', {
      botToken: env.SLACK_BOT_TOKEN,
      appToken: env.SLACK_APP_TOKEN,
      signingSecret: env.SLACK_SIGNING_SECRET,
      apiUrl: env.SLACK_API_URL,
      ...(env.SLACK_SIGNING_SECRET !== undefined && env.SLACK_APP_TOKEN === undefined ? { mode: 'http' } : {}),
      ...(channel === undefined ? {} : { channels: [{ id: channel }] }),
    }),
    ...filled(stated, 'redis', { url: env.REDIS_URL }),
    ...filled(stated, 'http', { port: env.PORT === undefined ? undefined : Number(env.PORT) }),
  };
}

/** One section of the file with what the environment adds to it; nothing when neither says anything. */
function filled(
  stated: Readonly<Record<string, unknown>>,
  section: string,
  additions: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const own = stated[section] ?? {};
  if (!isRecord(own)) return {};
  const given = Object.entries(additions).filter(([, value]) => value !== undefined && value !== '');
  return { [section]: { ...Object.fromEntries(given), ...own } };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `instances[0].argocd.token`. */
function formatPath(path: readonly PropertyKey[]): string {
  const text = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
  return text === '' ? '(top level)' : text.replace(/^\./, '');
}

function deepFrozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) deepFrozen(inner);
    Object.freeze(value);
  }
  return value;
}
