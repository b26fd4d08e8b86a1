import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeReadCli } from '../support/read-cli.ts';
import { type ConnectedWorld, startConnectedWorld } from '../support/story-world.ts';

/* A filter that names nothing is an error with a suggestion, and never an empty scan that ends with 0. */

let story: ConnectedWorld;
let cli: ReturnType<typeof makeReadCli>;

beforeAll(async () => {
  story = await startConnectedWorld();
  cli = makeReadCli(await story.connect());
});
afterAll(() => story?.close());

it('an unknown project', async () => {
  const { code, out, err } = await cli.scan({ project: 'nosuch' });
  expect([code, out]).toEqual([2, '']);
  expect(err).toMatch(/no application belongs to a project called nosuch\n {2}hint: (projects: |did you mean )\w/);
});

it('a glob that matches nothing', async () => {
  const { code, out, err } = await cli.scan({ app: 'gitae*' });
  expect([code, out]).toEqual([2, '']);
  expect(err).toMatch(/no application matches gitae\*\n {2}hint: did you mean gitea/);
});
