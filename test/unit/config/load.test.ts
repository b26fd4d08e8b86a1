import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { configSchema, loadConfig } from '../../../src/config/load.ts';
import { ConfigError } from '../../../src/core/model/errors.ts';

const folder = mkdtempSync(join(tmpdir(), 'plumbline-config-'));
afterAll(() => rmSync(folder, { recursive: true }));

function load(yaml: string, env: Record<string, string> = {}) {
  const file = join(folder, 'plumbline.yml');
  writeFileSync(file, yaml);
  return loadConfig({ file, env });
}

function problems(yaml: string, env: Record<string, string> = {}): string {
  try {
    load(yaml, env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return '';
}

const EXAMPLE = `
instances:
  - name: prod
    argocd: { server: https://argocd.example.com, token: "\${ARGOCD_AUTH_TOKEN}" }
    kubernetes: { context: prod, destinations: { "https://prod-eu.example.com": { context: prod-eu } } }
    remediation: { enabled: true, argocdToken: "\${ARGOCD_WRITE_TOKEN}", bundleNamespace: plumbline }
scan: { every: 5m, outOfSyncAfter: 30m, notHealthyAfter: 1h, healthyFor: 10m }
slack:
  mode: socket
  channels:
    - { id: C0PLATFORM, projects: ["*"], digest: { at: "09:00", timeZone: Europe/Berlin } }
policy:
  roles:
    platform-operator: { users: [U0ADA], groups: [S0PLATFORM] }
  grants:
    - { role: platform-operator, request: [0, 1, 2, 3], approve: [1, 2, 3], instances: ["*"], projects: ["*"] }
  approvals: { expireAfter: 24h }
git:
  - { match: "https://git.example.com/platform/*", host: github, token: "\${GIT_TOKEN}" }
`;

describe('configuration', () => {
  it('reads the documented example', () => {
    const config = load(EXAMPLE, { ARGOCD_AUTH_TOKEN: 'a', ARGOCD_WRITE_TOKEN: 'b', GIT_TOKEN: 'c' });
    expect(config).toMatchObject({
      instances: [
        {
          name: 'prod',
          argocd: { token: 'a', requestsPerSecond: 10, timeout: 15_000 },
          remediation: { enabled: true },
        },
      ],
      scan: { every: 300_000, notHealthyAfter: 3_600_000 },
      policy: { approvals: { expireAfter: 86_400_000 } },
    });
    expect(Object.isFrozen(config.instances[0]?.argocd)).toBe(true);
    expect(config.policy).toMatchObject({
      environmentLabel: 'environment',
      freezes: [],
      approvals: { remindAfter: 14_400_000, restoreFor: 604_800_000 },
      breakGlass: { reviewWithin: 86_400_000 },
    });
  });

  it('leaves the token that writes where it is for who only reads', () => {
    const file = join(folder, 'plumbline.yml');
    writeFileSync(file, EXAMPLE);
    const env = { ARGOCD_AUTH_TOKEN: 'a', GIT_TOKEN: 'c' };
    const [instance] = loadConfig({ file, env, writing: false }).instances;
    expect(instance?.remediation).toMatchObject({ enabled: true, argocdToken: 'not-held-by-this-process' });
    const held = loadConfig({ file, env: { ...env, ARGOCD_WRITE_TOKEN: 'b' }, writing: false });
    expect(JSON.stringify(held)).not.toContain('"b"');
    expect(() => loadConfig({ file, env })).toThrow(
      `instances[0].remediation.argocdToken: \${ARGOCD_WRITE_TOKEN} is not set`,
    );
  });

  it('needs no file: the environment is enough for one instance, which only observes', () => {
    const config = loadConfig({
      env: { ARGOCD_SERVER: 'argocd.example.com', ARGOCD_AUTH_TOKEN: 't', PLUMBLINE_CHANNEL: 'C1' },
    });
    expect(config).toMatchObject({
      instances: [{ name: 'default', argocd: { server: 'argocd.example.com' }, remediation: { enabled: false } }],
      slack: { channels: [{ id: 'C1' }] },
    });
    expect(loadConfig({ env: {} }).instances).toEqual([]);
  });

  it('reports every problem at once, with its path', () => {
    const text = problems(
      'instances:\n  - { name: "", argocd: { server: x } }\nscan: { every: 5 minutes }\nsalck: {}\n',
    );
    expect(text).toContain('instances[0].name');
    expect(text).toContain('instances[0].argocd.token');
    expect(text).toContain('scan.every: write a duration such as 30s, 5m, 1h or 7d');
    expect(text).toContain('salck');
  });

  it('takes a variable that is not set for a problem, never for an empty secret', () => {
    expect(problems(`instances: [{ name: a, argocd: { server: x, token: "\${NOT_THERE}" } }]`)).toContain(
      `instances[0].argocd.token: \${NOT_THERE} is not set`,
    );
  });

  it.each([
    ['a: [', /is not YAML/],
    ['just text', /top level/],
  ])('%j gets a sentence', (yaml, message) => {
    expect(problems(yaml)).toMatch(message);
  });

  it('says when a file that was named is not there', () => {
    expect(() => loadConfig({ file: join(folder, 'nowhere.yml'), env: {} })).toThrow(/cannot read/);
  });

  it('prints a JSON Schema', () => {
    expect(JSON.stringify(configSchema())).toContain('"instances"');
  });
});

describe('what the bot needs of the configuration', () => {
  it('takes tokens, Redis, port and channel from the environment where the file says nothing', () => {
    const env = {
      SLACK_BOT_TOKEN: 'bot',
      SLACK_APP_TOKEN: 'app',
      REDIS_URL: 'redis://r:6379',
      PORT: '4000',
      PLUMBLINE_CHANNEL: 'C1',
    };
    expect(load('', env)).toMatchObject({
      slack: { mode: 'socket', botToken: 'bot', appToken: 'app', channels: [{ id: 'C1', alerts: true }] },
      redis: { url: 'redis://r:6379', prefix: '{plumbline}' },
      http: { port: 4000 },
    });
  });

  it('lets the file win over the environment', () => {
    const yaml = 'slack: { channels: [{ id: C2 }] }\nhttp: { port: 1 }';
    expect(load(yaml, { PLUMBLINE_CHANNEL: 'C1', PORT: '2' })).toMatchObject({
      slack: { channels: [{ id: 'C2' }] },
      http: { port: 1 },
    });
  });

  it('is in HTTP mode when only a signing secret is given', () => {
    expect(load('', { SLACK_SIGNING_SECRET: 's' }).slack.mode).toBe('http');
    expect(load('', { SLACK_SIGNING_SECRET: 's', SLACK_APP_TOKEN: 'a' }).slack.mode).toBe('socket');
  });

  it.each([
    ['slack: { channels: [{ id: C1, digest: { timeZone: Europe/Atlantis } }] }', /timeZone: write a time zone/],
    ['redis: { prefix: plumbline }', /redis\.prefix: write a prefix with a hash tag/],
    ['scan: { grace: { nonsense: 5m } }', /scan\.grace/],
    ['http: { port: 99999 }', /http\.port/],
    [
      'instances: [{ name: a, argocd: { server: x, token: t }, remediation: { enabled: true } }]',
      /instances\[0\]\.remediation\.argocdToken: changes need an account of their own/,
    ],
    [
      'instances: [{ name: a, argocd: { server: x, token: t }, remediation: { enabled: true, argocdToken: t } }]',
      /instances\[0\]\.remediation\.argocdToken: is the token that reads/,
    ],
    [
      'policy: { freezes: [{ from: 2026-12-24, to: 2026-12-23, reason: holidays }] }',
      /policy\.freezes\[0\]\.to: must be after from/,
    ],
    [
      'policy: { freezes: [{ from: 2026-02-30, to: 2026-03-01, reason: holidays }] }',
      /policy\.freezes\[0\]\.from: there is no such day/,
    ],
    [
      'policy: { freezes: [{ from: tomorrow, to: 2026-03-01, reason: holidays }] }',
      /policy\.freezes\[0\]\.from: write a day/,
    ],
  ])('refuses %s', (yaml, expected) => {
    expect(problems(yaml)).toMatch(expected);
  });
});
