import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everythingIn, nameOf } from '../../support/dump.ts';
import { ADA, GRACE, KEN, LINUS, type RemedyBot, startRemedyBot, words } from '../../support/remedy-bot.ts';

/* The story's clean-ups, asked for and approved in Slack, carried out in the cluster, and taken back. */

let remedy: RemedyBot;

beforeAll(async () => {
  remedy = await startRemedyBot();
});
afterAll(() => remedy?.close());

const everything = () => everythingIn(remedy.bot.world);

async function syncOf(app: string): Promise<string> {
  await remedy.bot.world.settle();
  const object = remedy.bot.world.objects().find((one) => nameOf(one) === `Application argocd/${app}`);
  return (object as { status?: { sync?: { status?: string } } } | undefined)?.status?.sync?.status ?? '';
}

describe('other leftovers', () => {
  it('gitea’s six go, and it is Synced; Restore brings every one back as it was', async () => {
    const before = everything();
    const message = await remedy.request('gitea', { as: KEN });
    expect(words(message)).toMatch(/Request: Delete 6 leftovers of gitea/);
    await remedy.approve(message, LINUS);
    expect(await remedy.becomes(message, /Verified/)).toMatch(/6 objects gone.*Synced now/);
    expect(await syncOf('gitea')).toBe('Synced');
    expect(await remedy.threaded(message, /Verified/)).toMatch(/@U0KEN .*6 objects gone/);
    await remedy.press(remedy.current(message), 'Restore', GRACE);
    await remedy.becomes(message, /Restored/);
    const after = everything();
    for (const [name, words] of before) {
      if (name.includes('gitea-redis-cluster')) expect(after.get(name), name).toEqual(words);
    }
    expect(await syncOf('gitea')).toBe('OutOfSync');
  });

  it('argocd’s three go', async () => {
    const message = await remedy.request('argocd', { as: ADA });
    expect(words(message)).toMatch(/Delete 3 leftovers of argocd/);
    await remedy.approve(message, GRACE);
    await remedy.becomes(message, /Verified/);
    expect(await syncOf('argocd')).toBe('Synced');
  });

  it('vk-remote’s finished hook goes, with the word that it returns', async () => {
    const offer = words(await remedy.offer('vk-remote'));
    expect(offer).toMatch(/Delete 1 finished hook of vk-remote · tier 1/);
    expect(offer).toMatch(/is a hook: it comes back with the next sync/);
    const message = await remedy.request('vk-remote', { as: ADA });
    await remedy.approve(message, ADA);
    await remedy.becomes(message, /Verified/);
    expect([...everything().keys()].filter((name) => name.includes('postgres-vk-init-electric'))).toEqual([]);
  });
});

describe('an object that Argo CD does not track', () => {
  it('is adopted, and let go again', async () => {
    await remedy.deeds.recreateByHand('jellyfin', 'Service/jellyfin');
    expect(await syncOf('jellyfin')).toBe('OutOfSync');
    await remedy.bot.scan();
    const offer = words(await remedy.offer('jellyfin'));
    expect(offer).toMatch(/Let Argo CD adopt Service\/jellyfin of jellyfin · tier 1/);
    const message = await remedy.request('jellyfin', { as: ADA });
    await remedy.approve(message, GRACE);
    await remedy.becomes(message, /Verified/);
    expect(await syncOf('jellyfin')).toBe('Synced');
    await remedy.press(remedy.current(message), 'Restore', ADA);
    await remedy.becomes(message, /Restored/);
    expect(await syncOf('jellyfin')).toBe('OutOfSync');
  });
});
