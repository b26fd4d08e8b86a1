import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADA, GRACE, KEN, LINUS, type RemedyBot, startRemedyBot, words } from '../../support/remedy-bot.ts';
import { setOperators, traceOf } from '../../support/trace.ts';

/* Between the approval and the run everything is read again: what is not as approved is not touched. */

let remedy: RemedyBot;

beforeAll(async () => {
  remedy = await startRemedyBot();
});
afterAll(() => remedy?.close());

describe('the world moved since', () => {
  it('a window closed: nothing runs, and it says when it opens', async () => {
    await remedy.deeds.closeWindow('apps');
    const plan = await remedy.request('gitea', { as: KEN });
    const { changed, lines } = await traceOf(remedy, async () => {
      await remedy.approve(plan, GRACE);
      expect(await remedy.becomes(plan, /Superseded/)).toMatch(/Nothing was changed: .*window/);
    });
    await remedy.deeds.openWindow('apps');
    expect(changed).toEqual([]);
    expect(lines).toContainEqual(expect.stringMatching(/^plumbline superseded .*window/));
  });

  it('an object says something else: nothing runs', async () => {
    const plan = await remedy.request('gitea', { as: KEN });
    await remedy.deeds.editByHand('gitea', 'ConfigMap/gitea-redis-cluster-scripts');
    const { changed, lines } = await traceOf(remedy, async () => {
      await remedy.approve(plan, GRACE);
      expect(await remedy.becomes(plan, /Superseded/)).toMatch(
        /Nothing was changed: ConfigMap\/gitea-redis-cluster-scripts is not as it was approved/,
      );
    });
    expect(changed).toEqual([]);
    expect(lines).toContainEqual(expect.stringMatching(/^plumbline superseded .*not as it was approved/));
  });

  it('somebody began to use an object: nothing runs', async () => {
    const plan = await remedy.request('infisical', { as: KEN });
    await remedy.deeds.useIngressClass();
    const { changed } = await traceOf(remedy, async () => {
      await remedy.approve(plan, GRACE, 'infisical');
      await remedy.approve(plan, LINUS, 'infisical');
      expect(await remedy.becomes(plan, /Superseded/)).toMatch(
        /IngressClass\/nginx is now used by Ingress\/legacy-dashboard in vaultwarden/,
      );
    });
    expect(changed).toEqual([]);
  });

  it('an approver left the group before the run: nothing runs', async () => {
    const plan = await remedy.request('infisical', { as: KEN });
    await remedy.approve(plan, GRACE, 'infisical');
    await remedy.becomes(plan, /1 of 2 so far/);
    setOperators(remedy, ADA, LINUS);
    const { changed } = await traceOf(remedy, async () => {
      await remedy.approve(plan, LINUS, 'infisical');
      expect(await remedy.becomes(plan, /Superseded/)).toMatch(/may no longer/);
    });
    setOperators(remedy, ADA, GRACE, LINUS);
    expect(changed).toEqual([]);
  });

  it('the wrong name was typed: the form says so, and nothing is counted', async () => {
    const plan = await remedy.request('infisical', { as: KEN });
    const { changed } = await traceOf(remedy, async () => {
      await remedy.press(plan, 'Approve', GRACE);
      const form = await remedy.form(GRACE, /^Approve/);
      await remedy.bot.slack.person(GRACE).submit(form, { name: 'infisica' });
    });
    expect(changed).toEqual([]);
    expect(words(remedy.current(plan))).toMatch(/0 of 2 so far/);
  });

  it('a heartbeat is no change: it runs', async () => {
    const plan = await remedy.request('gitea', { as: KEN });
    await remedy.deeds.heartbeat('gitea', 'Service/gitea-redis-cluster');
    await remedy.deeds.heartbeat('gitea', 'ConfigMap/gitea-redis-cluster-default');
    await remedy.approve(plan, GRACE);
    await remedy.becomes(plan, /Verified/);
    await remedy.press(remedy.current(plan), 'Restore', GRACE);
    await remedy.becomes(plan, /Restored/);
  });
});
