import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { SLACK_NEEDS } from '../../src/ports/slack-rights.ts';
import { BOT_USER } from '../../world/slack/default-workspace.ts';
import { type RunningSlack, startSlack } from '../../world/slack/start-slack.ts';
import { type RunningWorld, startWorld } from '../../world/start-world.ts';
import { startTestRedis, type TestRedis } from '../support/redis.ts';
import { runCli } from '../support/run-cli.ts';

/* The real program against the simulated world and Slack, and a real Redis. */

describe('plumbline doctor', () => {
  let world: RunningWorld;
  let slack: RunningSlack;
  let redis: TestRedis;
  beforeAll(async () => {
    const manifest = parse(readFileSync('manifest.yml', 'utf8'));
    [world, slack, redis] = await Promise.all([startWorld(), startSlack({ manifest }), startTestRedis()]);
  });
  afterAll(() => Promise.all([world?.close(), slack?.close(), redis?.stop()]));

  const argocd = () => ({
    ARGOCD_SERVER: world.argocd.server,
    ARGOCD_AUTH_TOKEN: world.argocd.token,
    KUBECONFIG: world.kubeconfig ?? '',
  });
  const everything = () => ({
    ...argocd(),
    SLACK_BOT_TOKEN: slack.botToken,
    SLACK_APP_TOKEN: slack.appToken,
    SLACK_API_URL: slack.apiUrl,
    PLUMBLINE_CHANNEL: 'C0PLATFORM',
    REDIS_URL: redis.url,
  });

  const run = (env: Readonly<Record<string, string>>, args: readonly string[] = []) =>
    runCli(['doctor', ...args], { env });

  it('finds nothing wrong, and says what it looked at', async () => {
    const { code, out, err } = await run(everything());
    expect([code, err]).toEqual([0, '']);
    expect(out).not.toMatch(/FAIL|note/);
    expect(out).toMatch(/^default\n {2}ok {4}Argo CD answers {2}version v3/);
    expect(out).toMatch(
      /\nSlack\n {2}ok {4}settings {2}Socket Mode\n {2}ok {4}the token is accepted {2}as plumbline in /,
    );
    expect(out).toMatch(/\n {2}ok {4}channel C0PLATFORM {2}#platform, the bot is in it\n/);
    expect(out).toMatch(/\nRedis\n {2}ok {4}answers {2}in [\d.]+ ms\n {2}ok {4}is new enough {2}(Redis|Valkey) \d/);
    expect(out).toMatch(/\n\d+ checks, none failed\.\n$/);
  });

  it('does without Slack and Redis where they are not configured, and says so', async () => {
    const { code, out } = await run(argocd());
    expect(code).toBe(0);
    expect(out).toMatch(/Slack\n {2}note {2}not configured {2}.*serve needs SLACK_BOT_TOKEN/);
    expect(out).toMatch(/Redis\n {2}note {2}not configured {2}.*serve starts a private one where REDIS_URL is not set/);
  });

  it('names what is wrong in Slack, and the line that repairs it', async () => {
    const missing = ['chat:write', 'groups:history'];
    slack.admin.leave('C0PLATFORM', BOT_USER);
    slack.admin.setScopes(SLACK_NEEDS.map(({ scope }) => scope).filter((scope) => !missing.includes(scope)));
    const { code, out } = await run(everything());
    expect(code).toBe(1);
    expect(out).toMatch(
      /FAIL {2}channel C0PLATFORM {2}the bot is not in #platform.*\n +→ type in #platform: \/invite @/,
    );
    expect(out).toMatch(/FAIL {2}scope chat:write {2}missing: digests, alerts.*\n +→ .*Reinstall to Workspace/);
    expect(out).toMatch(/note {2}scope groups:history {2}missing: after a crash.*\n +→ .*Reinstall to Workspace/);
    expect(out).toMatch(/\n2 of \d+ checks failed\.\n$/);
    slack.admin.join('C0PLATFORM', BOT_USER);
    slack.admin.setScopes(SLACK_NEEDS.map(({ scope }) => scope));
  });

  it('tells wrong, missing and unreachable apart', async () => {
    const { SLACK_APP_TOKEN: _, ...withoutAppToken } = everything();
    const runs = await Promise.all([
      run({ ...everything(), SLACK_BOT_TOKEN: 'xoxb-wrong', PLUMBLINE_CHANNEL: 'C0NOWHERE' }),
      run({ ...withoutAppToken, SLACK_API_URL: 'http://127.0.0.1:1/', REDIS_URL: 'redis://127.0.0.1:1' }),
      run({ ...everything(), REDIS_URL: 'http://127.0.0.1' }),
    ]);
    expect(runs.map(({ code }) => code)).toEqual([1, 1, 1]);
    const [wrong, away, nonsense] = runs.map(({ out }) => out);
    expect(wrong).toMatch(/FAIL {2}the token is accepted {2}Slack refused: invalid_auth\n +→ set SLACK_BOT_TOKEN to/);
    expect(wrong).not.toMatch(/channel/);
    expect(away).toMatch(/FAIL {2}settings {2}there is no Slack app token\n +→ set SLACK_APP_TOKEN/);
    expect(away).toMatch(/FAIL {2}the token is accepted {2}Slack does not answer\n +→ check that this machine reaches/);
    expect(away).toMatch(/FAIL {2}answers {2}Redis does not answer: ECONNREFUSED\.\n +→ Check that Redis runs/);
    expect(nonsense).toMatch(/FAIL {2}answers {2}.*is not a Redis URL/);
  });

  it('names what is wrong with Redis, as JSON too', async () => {
    const admin = await redis.connect();
    await admin.call('CONFIG', 'SET', 'maxmemory-policy', 'volatile-ttl');
    const { code, out } = await run(everything(), ['--json']);
    await admin.call('CONFIG', 'SET', 'maxmemory-policy', 'noeviction');
    expect(code).toBe(1);
    const { checks } = JSON.parse(out) as { readonly checks: readonly Record<string, unknown>[] };
    expect(checks.filter(({ ok }) => !ok)).toEqual([
      {
        instance: 'Redis',
        name: 'keeps what it is given',
        ok: false,
        says: expect.stringContaining('maxmemory-policy is volatile-ttl') as string,
        repair: expect.stringContaining('redis-cli CONFIG SET maxmemory-policy noeviction') as string,
      },
    ]);
  });

  describe('where changes are allowed', () => {
    let folder: string;
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'plumbline-doctor-'));
      const { server, token } = world.argocd;
      const argocd = { server, token, requestsPerSecond: 1000 };
      const kubernetes = { kubeconfig: world.accounts?.read };
      const remediation = {
        enabled: true,
        argocdToken: ['$', '{ARGOCD_WRITE_TOKEN}'].join(''),
        kubernetes: { kubeconfig: world.accounts?.write },
        bundleNamespace: world.accounts?.bundleNamespace,
      };
      await writeFile(
        join(folder, 'plumbline.yml'),
        stringify({ instances: [{ name: 'prod', argocd, kubernetes, remediation }] }),
      );
    });
    afterAll(() => rm(folder, { recursive: true, force: true }));
    const config = (): readonly string[] => ['--config', join(folder, 'plumbline.yml')];

    it('checks the account that makes them', async () => {
      const { code, out } = await run({ ARGOCD_WRITE_TOKEN: world.argocd.writeToken ?? '' }, config());
      expect(out).not.toMatch(/FAIL/);
      expect(code).toBe(0);
      expect(out).toMatch(/ok {4}changes: the account is another one {2}plumbline-read reads, plumbline-write writes/);
      expect(out).toMatch(/ok {4}changes: may sync applications/);
      expect(out).toMatch(
        /ok {4}changes in cluster in-cluster: Secrets that are left over.* {2}may get, create, patch, delete/,
      );
      expect(out).toMatch(/ok {4}changes: dumps {2}may get, list, create, delete secrets in namespace/);
    });

    it('says who holds the account where it is not held', async () => {
      const { code, out } = await run({}, config());
      expect(code).toBe(0);
      expect(out).toMatch(/note {2}changes {2}allowed; the worker holds the account.*\n +→ kubectl -n plumbline exec/);
    });
  });

  it('could not do it without an Argo CD', async () => {
    const { code, out, err } = await run({});
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/no Argo CD is configured\n {2}hint: set ARGOCD_SERVER/);
  });
});
