import { describe, expect, it } from 'vitest';
import { channelFor, platformChannel } from '../../../../src/core/policy/channel-for.ts';
import type { ChannelScope } from '../../../../src/core/policy/visibility.ts';

const channel = (id: string, parts: Partial<ChannelScope> = {}): ChannelScope => ({
  id,
  instances: ['*'],
  projects: ['*'],
  ...parts,
});
const platform = channel('C1');
const shop = channel('C2', { projects: ['shop'] });
const critical = channel('C3', { labels: { critical: 'yes' } });
const channels = [critical, platform, shop];
const app = { instance: 'prod', project: 'shop', labels: {} };

describe('the channel of a request', () => {
  it.each<[string, string | undefined, Parameters<typeof channelFor>]>([
    ['where it was asked', 'C1', [channels, app, 'C1']],
    ['the one that names the project', 'C2', [channels, app, 'D0ADA']],
    ['not where it was asked, if that channel is not told of the app', 'C2', [channels, app, 'C3']],
    ['one that covers everything', 'C1', [channels, { ...app, project: 'infra' }, 'C2']],
    ['the first that covers it', 'C3', [channels, { ...app, project: 'infra', labels: { critical: 'yes' } }, '']],
    ['none', undefined, [[shop], { ...app, project: 'infra' }, 'C2']],
    ['none, of another instance', undefined, [[channel('C4', { instances: ['edge'] })], app, 'C4']],
  ])('is %s', (_what, expected, args) => {
    expect(channelFor(...args)).toBe(expected);
  });

  it('of the platform is the configured one, or the first without limits', () => {
    expect([platformChannel(channels, 'C9'), platformChannel(channels, undefined)]).toEqual(['C9', 'C1']);
    expect(platformChannel([shop, critical], undefined)).toBeUndefined();
  });
});
