import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everythingIn } from '../../support/dump.ts';
import { ADA, GRACE, KEN, LINUS, type RemedyBot, startRemedyBot, words } from '../../support/remedy-bot.ts';

/* The story's largest clean-up, in two parts with different approvals, and taken back. */

let remedy: RemedyBot;

beforeAll(async () => {
  remedy = await startRemedyBot();
});
afterAll(() => remedy?.close());

const everything = () => everythingIn(remedy.bot.world);

/** What the account for changes did since, in words; what it only rehearsed is no deed. */
function deedsSince(from: number): readonly string[] {
  return (remedy.bot.world.kubernetes?.requests ?? []).slice(from).flatMap(({ method, url }) => {
    const isDeed = ['POST', 'DELETE', 'PATCH'].includes(method) && !/dryRun=|accessreviews/.test(url);
    return isDeed ? [`${method} ${url.split('?')[0]?.split('/').slice(-2).join('/')}`] : [];
  });
}
const requestCount = (): number => remedy.bot.world.kubernetes?.requests.length ?? 0;

describe('infisical', () => {
  it('goes in two parts; an Ingress that begins to use the IngressClass keeps that object and only that', async () => {
    const before = everything();
    await remedy.deeds.useIngressClass();
    const offered = await remedy.offer('infisical', { as: KEN });
    const offer = words(offered);
    expect(offer).toMatch(/Delete 10 leftovers of infisical · tier 3/);
    expect(offer).toMatch(/Or in two parts: 6 of the 10 · tier 2: one other person approves/);
    expect(offer).toMatch(/the other 4, once the first part is verified · tier 3: two other people approve/);
    expect(offer).toMatch(/Left out: IngressClass\/nginx, still used by Ingress\/legacy-dashboard in vaultwarden/);

    const from = requestCount();
    const lower = await remedy.request('infisical', { as: KEN, button: 2, offered });
    expect(words(lower)).toMatch(/Request: Delete 6 leftovers of infisical/);
    await remedy.press(lower, 'Details', GRACE);
    expect(words(await remedy.form(GRACE, /infisical/))).toMatch(/nothing refers to it/);
    await remedy.approve(lower, GRACE);
    const verified = await remedy.becomes(lower, /Verified/);
    expect(verified).toMatch(/6 objects gone, infisical Healthy throughout; still OutOfSync/);
    expect(deedsSince(from).filter((deed) => deed.startsWith('DELETE'))).toEqual([
      'DELETE rolebindings/infisical-ingress-nginx',
      'DELETE roles/infisical-ingress-nginx',
      'DELETE configmaps/infisical-ingress-nginx-controller',
      'DELETE configmaps/mongodb-common-scripts',
      'DELETE serviceaccounts/mongodb',
      'DELETE serviceaccounts/redis',
    ]);

    const next = requestCount();
    const rest = await remedy.request('infisical', { as: KEN, button: 3, offered });
    expect(words(rest)).toMatch(/Request: Delete 4 leftovers of infisical/);
    expect(words(rest)).toMatch(/It starts only once .* is verified/);
    await remedy.approve(rest, GRACE, 'infisical');
    await remedy.becomes(rest, /1 of 2 so far/);
    await remedy.approve(rest, LINUS, 'infisical');
    await remedy.becomes(rest, /Verified/);
    expect(deedsSince(next).filter((deed) => deed.startsWith('DELETE'))).toEqual([
      'DELETE clusterrolebindings/infisical-ingress-nginx',
      'DELETE clusterroles/infisical-ingress-nginx',
      'DELETE validatingwebhookconfigurations/infisical-ingress-nginx-admission',
      'DELETE serviceaccounts/infisical-ingress-nginx',
    ]);
    expect(everything().has('IngressClass nginx')).toBe(true);

    for (const message of [rest, lower]) {
      await remedy.press(remedy.current(message), 'Restore', ADA);
      await remedy.becomes(message, /Restored/);
    }
    const after = everything();
    for (const [name, words] of before) {
      if (name.includes('infisical') || name.includes('mongodb') || name.includes('redis')) {
        expect(after.get(name), name).toEqual(words);
      }
    }
  });
});
