import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ScanResult } from '../../src/core/memory/scan-result.ts';
import { makeToken, type TokenGrant } from '../../world/argocd/api/session.ts';
import { type ConnectedWorld, startConnectedWorld } from '../support/story-world.ts';

/* Two apps render one Namespace, and only one of them can be seen: the other must not be taken for gone. */

const own: TokenGrant = {
  token: makeToken('proj:sympozium:plumbline'),
  username: 'proj:sympozium:plumbline',
  policies: [{ resource: 'applications', action: 'get', object: '*/sympozium' }],
};
let story: ConnectedWorld;

beforeAll(async () => {
  story = await startConnectedWorld({ tokens: [own] });
});

afterAll(async () => {
  await story?.close();
});

describe('an app that shares with one out of sight', () => {
  it('is still told so, where the token shows no other', async () => {
    const result = await story.scan(await story.connect({ token: own.token }));
    expect(result.apps).toBe(1);
    expect(ownersOf(result)).toEqual(['Application sympozium-extras']);
  });

  it('is still told so, where only that app is asked for', async () => {
    const result = await story.scan(await story.connect(), { selector: { name: 'sympozium' } });
    expect(ownersOf(result)).toEqual(['Application sympozium-extras']);
  });
});

function ownersOf({ findings }: ScanResult): readonly string[] {
  return findings.filter(({ driftClass }) => driftClass === 'shared').map(({ owner }) => owner);
}
