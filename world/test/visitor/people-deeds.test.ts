import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningSlack, startSlack } from '../../slack/start-slack.ts';
import { roleOf } from '../../visitor/cast.ts';
import { findDeed } from '../../visitor/deed.ts';
import { peopleDeeds } from '../../visitor/people-deeds.ts';

let slack: RunningSlack;

beforeAll(async () => {
  slack = await startSlack();
});
afterAll(() => slack?.close());

const perform = (name: string, ...words: readonly string[]) => findDeed(peopleDeeds(slack), name).perform(words);
const role = (person: string) => roleOf(person, slack.workspace.groups);

it('takes people out of user groups, and puts them in', async () => {
  expect(role('U0GRACE')).toBe('platform operator');
  expect(await perform('expel', 'grace', '@platform-team')).toBe('Grace is not in platform-team');
  expect(role('U0GRACE')).toBe('viewer');
  await perform('enrol', 'Grace', 'on-call');
  await perform('enrol', 'Grace', 'platform-team');
  expect(role('U0GRACE')).toBe('platform operator, on call');
});

it.each([
  [['nobody', 'on-call'], 'nobody is called nobody'],
  [['grace', 'pensioners'], 'there are the groups platform-team, payments-team, release-managers, on-call'],
  [['grace'], 'say it like this: expel PERSON GROUP'],
])('refuses %j', async (words, because) => {
  await expect(perform('expel', ...words)).rejects.toThrow(because);
});
