import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeHands } from '../support/hands.ts';
import { type RunningBot, startRunningBot } from '../support/running-bot.ts';

/** A deployment as the simulated story has it; what a command says of it in Slack, through real Bolt over both transports. */
describe.each(['socket', 'http'] as const)('the story in Slack, over %s', (mode) => {
  let bot: RunningBot;
  beforeAll(async () => {
    bot = await startRunningBot({ mode });
    await bot.slack.workspace.until(() => bot.said()[0]);
  });
  afterAll(() => bot?.close());

  it('begins with one report of what is there', () => {
    expect(bot.said()).toHaveLength(1);
    expect(bot.said()[0]).toMatch(/First report.*20 of 52 apps OutOfSync, 4 not Healthy/);
    expect(bot.said()[0]).toMatch(/HIDDEN argo-rollouts.*CrashLoopBackOff, 1154 restarts/);
  });

  it('answers /drift with counts, hidden failures first, then one line per cause with its fix', async () => {
    const text = await bot.ask('/drift');
    expect(text).toMatch(/prod.*52 apps.*scanned \d+ s(?:econds)? ago/);
    expect(text.indexOf('argo-rollouts')).toBeLessThan(text.indexOf('CRD or API default'));
    expect(text).toMatch(/level=fatal msg="Failed to download plugins.*Not Found/);
    expect(text).toMatch(/A CRD or API default\* · 10 apps · 16 ExternalSecrets[\s\S]*closes 64 of 64/);
  });

  it('answers the name of an app with its diagnosis, then says what is there now', async () => {
    expect(await bot.ask('/drift argo-rollouts')).toMatch(/CrashLoopBackOff/);
    await bot.slack.workspace.until(
      () => bot.slack.workspace.ephemerals('U0ADA').some(({ text }) => /live/.test(text)),
      15_000,
    );
  });

  it('lists rows, a class with its one fix, ill health with what changed before, and the field diff', async () => {
    expect(await bot.ask('/drift list')).toMatch(/82 drifting resources[\s\S]*Deployment\/argo-rollouts/);
    expect(await bot.ask('/drift list ExternalSecret')).toMatch(/16 drifting resources/);
    expect(await bot.ask('/drift class A')).toMatch(/3 root causes[\s\S]*16 ExternalSecrets/);
    expect(await bot.ask('/drift progressing')).toMatch(/4 of 52 apps not Healthy[\s\S]*Changed just before/);
    expect(await bot.ask('/drift diff gitea-extras')).toMatch(/Diff of gitea-extras[\s\S]*conversionStrategy/);
  });

  it('previews the digest, checks itself and explains itself', async () => {
    expect(await bot.ask('/drift digest', { until: /2026-|20\d\d-/ })).toMatch(/digest/i);
    expect(bot.said()).toHaveLength(1);
    expect(await bot.ask('/drift doctor', { until: /checks/ })).toMatch(/checks? (passed|failed)/);
    expect(await bot.ask('/drift help', { until: /drift app/ })).toMatch(/\/drift app NAME/);
  });

  it('scans on demand', async () => {
    expect(await bot.ask('/drift scan', { until: /52 apps/ })).toMatch(/20 OutOfSync/);
  });

  it('takes plurals and short names of kinds', async () => {
    expect(await bot.ask('/drift list externalsecrets')).toMatch(/16 drifting resources/);
    expect(await bot.ask('/drift list es')).toMatch(/16 drifting resources/);
    expect(await bot.ask('/drift list pvc')).toMatch(/drifting resource|Nothing drifts of pvc: scanned/);
  });

  it('takes no unknown filter, class or Argo CD for an empty answer', async () => {
    expect(await bot.ask('/drift list externalsecretz')).toMatch(
      /No project, kind or class[\s\S]*Did you mean[\s\S]*ExternalSecret/,
    );
    expect(await bot.ask('/drift list project nosuch')).toMatch(/No project here is called `nosuch`/);
    expect(await bot.ask('/drift class zombies')).toMatch(
      /No class, open pattern[\s\S]*Did you mean[\s\S]*class zombie/,
    );
    expect(await bot.ask('/drift @staging')).toMatch(/No Argo CD[\s\S]*`staging`/);
    expect(await bot.ask('/drift list --instance prd')).toMatch(/No Argo CD[\s\S]*`prd`[\s\S]*--instance prod/);
  });

  it('offers the nearest names for one it does not know, and the command that was meant', async () => {
    expect(await bot.ask('/drift gitae')).toMatch(/no app[\s\S]*gitea/);
    expect(await bot.ask('/drift progresing')).toMatch(/\/drift progressing/);
  });

  it.each([
    ['/drift 🦄', /do not know|no app/],
    ['/drift <!channel> `rm -rf`', /do not know/],
    [`/drift ${'x'.repeat(2500)}`, /longer than any command/],
    ['/drift diff', /diff APP/],
    ["/drift class '; DROP TABLE apps; --", /do not understand/],
  ])('answers nonsense with a sentence: %s', async (typed, expected) => {
    expect(await bot.ask(typed)).toMatch(expected);
  });

  it('answers a button like the command that it stands for, and shares only when asked to', async () => {
    await bot.ask('/drift');
    expect(await bot.press('Diagnose')).toMatch(/argo-rollouts[\s\S]*live/);
    expect(bot.said()).toHaveLength(1);
    await bot.ask('/drift class A');
    expect(await bot.press('Share')).toMatch(/A CRD or API default[\s\S]*Shared by/);
    expect(bot.said()).toHaveLength(2);
  });

  it('replaces an answer by a fresh one where Slack can', async () => {
    await bot.ask('/drift');
    const before = bot.slack.workspace.ephemerals('U0ADA').length;
    expect(await bot.press('Refresh', { until: /52 apps/ })).toMatch(/20 OutOfSync/);
    expect(bot.slack.workspace.ephemerals('U0ADA')).toHaveLength(before);
  });

  it('sends a diff that a message cannot hold whole as a file, to the asker alone', async () => {
    const said = bot.said().length;
    const { kubeconfig, git } = bot.world;
    if (kubeconfig === null || git === null) throw new TypeError('the story has a cluster and a repository');
    const hands = await makeHands({ kubeconfig, git });
    const path = '/apis/apps/v1/namespaces/jellyfin/deployments/jellyfin';
    const image = `registry.example.com/${'very/'.repeat(60)}long:1.0`;
    const { spec } = (await hands.read(path)) as {
      spec: { template: { spec: { containers: readonly Record<string, unknown>[] } } };
    };
    const containers = spec.template.spec.containers.map((container) => ({ ...container, image }));
    await hands.patch(path, 'kubectl-edit', { spec: { template: { spec: { containers } } } });
    await hands.close();
    await bot.world.settle();
    await bot.ask('/drift diff jellyfin', { until: /file in a direct message/ });
    expect(bot.slack.workspace.files).toMatchObject([{ name: 'jellyfin.diff' }]);
    expect(bot.said()).toHaveLength(said);
  });

  it('acknowledged everything and was refused nothing', () => {
    expect(bot.slack.calls.filter(({ error }) => error !== undefined)).toEqual([]);
    expect(bot.logged.filter((line) => line.includes('"level":"error"'))).toEqual([]);
  });
});

describe('who sees what', () => {
  let bot: RunningBot;
  beforeAll(async () => {
    bot = await startRunningBot();
    await bot.slack.workspace.until(() => bot.said()[0]);
  });
  afterAll(() => bot?.close());

  it('outside configured channels a person sees what a grant covers, and how much is hidden', async () => {
    const text = await bot.ask('/drift', { as: 'U0KEN', in: 'C0PAYMENTS' });
    expect(text).toMatch(/projects? hidden by your role/);
    expect(text).not.toMatch(/argo-rollouts/);
  });

  it('a person without a grant sees nothing there, and no name leaks through a guess', async () => {
    expect(await bot.ask('/drift', { as: 'U0VERA', in: 'C0GENERAL' })).toMatch(/Nothing to show/);
    expect(await bot.ask('/drift argo-rollout', { as: 'U0VERA', in: 'C0GENERAL' })).not.toMatch(/argo-rollouts/);
  });
});
