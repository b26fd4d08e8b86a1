import { describe, expect, it } from 'vitest';
import { NotFoundError } from '../../../src/core/model/errors.ts';
import { objectAt, stringAt } from '../../../src/core/model/json.ts';
import { type Ground, until } from './ground.ts';
import { crashingPod, settingsUser } from './manifests.ts';

export function describeUnderneath({ cluster, create, namespace, ref, writeStatus }: Ground): void {
  describe('underneath', () => {
    it('finds the pods of a Deployment through its ReplicaSet', async () => {
      await create('apps/v1', 'Deployment', 'pods', { spec: settingsUser('pods', 'none', 2) });
      const pods = await until(async () => {
        const found = await cluster.reader.podsOf(ref('apps', 'Deployment', 'pods'));
        return found.length === 2 ? found : undefined;
      });
      expect(pods.every(({ name, ready }) => name.startsWith('pods-') && /^\d\/1$/.test(ready ?? ''))).toBe(true);
      expect(await cluster.reader.podsOf(ref('apps', 'Deployment', 'none'))).toEqual([]);
    });

    it('finds the pods of a CronJob through its Jobs', async () => {
      const template = settingsUser('cron', 'none', 1).template;
      const podTemplate = objectAt(template, 'spec');
      const jobSpec = { template: { spec: { ...podTemplate, restartPolicy: 'Never' } } };
      const cron = await create('batch/v1', 'CronJob', 'cron', {
        spec: { schedule: '0 0 1 1 *', jobTemplate: { spec: jobSpec } },
      });
      const uid = stringAt(cron, 'metadata', 'uid') ?? '';
      await cluster.writer.create({
        apiVersion: 'batch/v1',
        kind: 'Job',
        metadata: {
          name: 'cron-1',
          namespace,
          ownerReferences: [{ apiVersion: 'batch/v1', kind: 'CronJob', name: 'cron', uid, controller: true }],
        },
        spec: jobSpec,
      });
      const [pod] = await until(async () => {
        const found = await cluster.reader.podsOf(ref('batch', 'CronJob', 'cron'));
        return found.length > 0 ? found : undefined;
      });
      expect(pod?.name).toMatch(/^cron-1-/);
    });

    it('tells a crash loop from its containers', async () => {
      const pod = await create('v1', 'Pod', 'crashing', crashingPod());
      await writeStatus(pod, crashingPod().status);
      const [state] = await cluster.reader.podsOf(ref('', 'Pod', 'crashing'));
      expect(state).toMatchObject({ reason: 'OOMKilled', restarts: 1154, ready: '0/1', container: 'main' });
      expect(state?.age).toMatch(/^\d+s$/);
    });

    it('lists warnings, newest first, without ordinary events', async () => {
      const event = (name: string, type: string, minutesAgo: number) =>
        create('v1', 'Event', name, {
          type,
          reason: name,
          message: 'password=hunter2hunter2',
          involvedObject: { kind: 'Pod', name: 'web', namespace },
          firstTimestamp: ago(minutesAgo),
          lastTimestamp: ago(minutesAgo),
          count: 2,
        });
      await event('older', 'Warning', 10);
      await event('newer', 'Warning', 5);
      await event('normal', 'Normal', 1);
      const mine = (await cluster.reader.warningEvents(namespace)).filter(({ object }) => object === 'Pod/web');
      expect(mine).toEqual([
        { reason: 'newer', message: 'password=‹masked 1›', object: 'Pod/web', type: 'Warning', count: 2 },
        { reason: 'older', message: 'password=‹masked 1›', object: 'Pod/web', type: 'Warning', count: 2 },
      ]);
    });

    it('knows that a pod without a log has none, and that a pod is gone', async () => {
      await expect(cluster.reader.previousLog({ namespace, name: 'none' }, 10)).rejects.toBeInstanceOf(NotFoundError);
    });
  });
}

function ago(minutes: number): string {
  return new Date(Date.now() - minutes * 60_000).toISOString().replace(/\.\d+Z$/, 'Z');
}
