import { describe, expect, it } from 'vitest';
import type { Memory } from '../../../src/adapters/redis/client.ts';
import { AT } from '../../support/stored.ts';

export function channelMemorySuite(open: () => Promise<Memory>): void {
  describe('ChannelMemory', () => {
    it('remembers what each channel was told last', async () => {
      const { channels } = await open();
      expect(await channels.mark('C1')).toBeUndefined();
      const mark = {
        at: AT,
        day: '2026-11-16',
        sizes: { 'prod pattern-1': { apps: 3, resources: 4, differences: 5 } as const },
      };
      await channels.saveMark('C1', { ...mark, day: '2026-11-15' });
      await channels.saveMark('C1', mark);
      expect(await channels.mark('C1')).toEqual(mark);
      expect(await channels.mark('C2')).toBeUndefined();
    });

    it('remembers what each channel was alerted to', async () => {
      const { channels } = await open();
      expect(await channels.alerts('C1')).toBeUndefined();
      const reach = { instance: 'prod', downSince: AT };
      const alert = { key: 'reach.prod', instance: 'prod', raisedAt: AT, about: 'reach', reach } as const;
      const state = { open: { 'reach.prod': alert, 'pattern.p1': 'told' } } as const;
      await channels.saveAlerts('C1', state);
      expect(await channels.alerts('C1')).toEqual(state);
      expect(await channels.alerts('C2')).toBeUndefined();
    });
  });
}
