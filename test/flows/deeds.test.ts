import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ScanResult } from '../../src/core/memory/scan-result.ts';
import { makeDemoClock } from '../../world/demo-clock.ts';
import { DEED_DESCRIPTIONS, type StoryDeeds } from '../../world/story/deeds.ts';
import { type StoryWithHands, startStoryWithHands } from '../support/story-world.ts';

/* What can be made to happen in the story, seen through the adapters that ship. */

const clock = makeDemoClock();
let story: StoryWithHands;
let deeds: StoryDeeds;

beforeAll(async () => {
  story = await startStoryWithHands({ clock });
  if (story.world.deeds === null) throw new TypeError('the story has deeds');
  ({ deeds } = story.world);
});
afterAll(() => story?.close());

/** A connection of its own: one that looked at a CRD a moment ago trusts it for a minute. */
const scan = async (): Promise<ScanResult> => story.scan(await story.connect());

function externalSecrets({ patterns }: ScanResult): readonly string[] {
  return patterns
    .filter(({ driftClass, kind }) => driftClass === 'schema-default' && kind.endsWith('ExternalSecret'))
    .map(({ resources, apps, fix }) => `${resources} in ${apps}, ${fix?.closes?.closed}/${fix?.closes?.of}`);
}

async function healthOf(app: string): Promise<string | undefined> {
  const [listing] = await Array.fromAsync(story.instance.argocd.listApps({ name: app }));
  return listing?.health.status;
}

describe('the deeds of the story', () => {
  it('are each described in a line', () => {
    expect(Object.keys(DEED_DESCRIPTIONS).toSorted()).toEqual(Object.keys(deeds).toSorted());
    for (const line of Object.values(DEED_DESCRIPTIONS)) expect(line).toMatch(/^[^\n]{20,140}$/);
  });

  it('upgradeExternalSecrets: one more default in all 16 of them, the operator itself stays well', async () => {
    const before = await scan();
    expect(externalSecrets(before)).toEqual(['16 in 10, 64/64']);
    await deeds.upgradeExternalSecrets();
    const after = await scan();
    expect(externalSecrets(after)).toEqual(['16 in 10, 80/80']);
    expect(after.outOfSync).toBe(before.outOfSync);
    expect(after.findings.filter(({ app }) => app.name === 'external-secrets')).toEqual([]);
  });

  it('fixInGit: the apps that match drift no more for a default', async () => {
    expect(await deeds.fixInGit('litellm')).toEqual([
      'apps/litellm/externalsecret-litellm-master-key.yaml',
      'apps/litellm/externalsecret-litellm-openrouter.yaml',
    ]);
    const one = await scan();
    expect(externalSecrets(one)).toEqual(['14 in 9, 70/70']);
    expect(one.findings.filter(({ app }) => app.name === 'litellm')).toEqual([]);
    await deeds.fixInGit('*');
    expect(externalSecrets(await scan())).toEqual([]);
    expect(await deeds.fixInGit('*')).toEqual([]);
  });

  it('crashLoop and recover: in and out of the list of the ill, with its age', async () => {
    await deeds.crashLoop('authentik');
    clock.advance(2 * 3_600_000);
    await story.world.settle();
    const entry = (await scan()).notHealthy.find(({ app }) => app === 'authentik');
    expect(entry).toMatchObject({ status: 'Progressing', cause: { reason: 'CrashLoopBackOff', restarts: 12 } });
    expect(Math.round((clock.now().getTime() - Date.parse(entry?.since ?? '')) / 3_600_000)).toBe(2);
    await deeds.recover('authentik');
    const after = await scan();
    expect(after.notHealthy.map(({ app }) => app)).not.toContain('authentik');
    expect(after.findings.filter(({ app }) => app.name === 'authentik')).toEqual([]);
  });

  it('flap: through every health, as told', async () => {
    const seen: (string | undefined)[] = [];
    for (const health of ['Progressing', 'Degraded', 'Progressing', 'Healthy', 'Degraded', 'Healthy'] as const) {
      await deeds.flap('tempo', health);
      seen.push(await healthOf('tempo'));
    }
    expect(seen).toEqual(['Progressing', 'Degraded', 'Progressing', 'Healthy', 'Degraded', 'Healthy']);
  });

  it('refuse an app that is not there, or has nothing to break', async () => {
    await expect(deeds.crashLoop('no-such-app')).rejects.toThrow('the story has no app "no-such-app"');
    await expect(deeds.crashLoop('root')).rejects.toThrow('the app "root" runs no pods');
  });
});
