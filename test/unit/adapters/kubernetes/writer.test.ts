import { describe, expect, it } from 'vitest';
import { RejectedError, StaleError } from '../../../../src/core/model/errors.ts';
import { type Answer, status } from './api-server.ts';
import { aWorld } from './world.ts';

const REF = { group: 'apps', kind: 'Deployment', namespace: 'shop', name: 'web' };
const GUARD = { uid: 'u-1', resourceVersion: '42' };
const PATH = '/apis/apps/v1/namespaces/shop/deployments/web';
const MANIFEST = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', namespace: 'shop' },
  spec: { replicas: 2 },
};

function writing(answer: Answer = { json: MANIFEST }) {
  return aWorld(({ method }) => (method === 'GET' ? undefined : answer));
}

describe('a write on the wire', () => {
  it('patch carries its guard inside', async () => {
    const { writer, server } = await writing();
    await writer.patch(REF, 'v1', { metadata: { labels: { a: 'b' } }, spec: { replicas: 3 } }, GUARD);
    expect(server.seen.at(-1)).toMatchObject({
      method: 'PATCH',
      path: PATH,
      body: { metadata: { labels: { a: 'b' }, uid: 'u-1', resourceVersion: '42' }, spec: { replicas: 3 } },
    });
    expect(server.seen.at(-1)?.headers['content-type']).toBe('application/merge-patch+json');
    expect(server.seen.at(-1)?.query.get('fieldManager')).toBe('plumbline');
  });

  it('delete names uid and resourceVersion as preconditions', async () => {
    const { writer, server } = await writing({ json: {} });
    await writer.delete(REF, 'v1', GUARD);
    expect(server.seen.at(-1)).toMatchObject({
      method: 'DELETE',
      path: PATH,
      body: { preconditions: GUARD, propagationPolicy: 'Background' },
    });
  });

  it('a rehearsed delete says so in its body, which alone is read', async () => {
    const { writer, server } = await writing({ json: {} });
    await writer.delete(REF, 'v1', GUARD, { dryRun: true });
    expect(server.seen.at(-1)).toMatchObject({ body: { preconditions: GUARD, dryRun: ['All'] } });
    expect(server.seen.at(-1)?.query.get('dryRun')).toBe('All');
    await writer.delete(REF, 'v1', GUARD);
    expect(server.seen.at(-1)?.body).not.toHaveProperty('dryRun');
  });

  it('create goes to the collection', async () => {
    const { writer, server } = await writing();
    await writer.create(MANIFEST);
    expect(server.seen.at(-1)).toMatchObject({
      method: 'POST',
      path: '/apis/apps/v1/namespaces/shop/deployments',
      body: MANIFEST,
    });
  });
});

describe('a guard that does not hold', () => {
  it.each([
    ['409', status(409, 'Conflict')],
    [
      '422 about the uid',
      status(422, 'Invalid', { details: { causes: [{ reason: 'FieldValueInvalid', field: 'metadata.uid' }] } }),
    ],
  ])('%s is stale', async (_, answer) => {
    const { writer } = await writing(answer);
    await expect(writer.patch(REF, 'v1', {}, GUARD)).rejects.toBeInstanceOf(StaleError);
    await expect(writer.delete(REF, 'v1', GUARD)).rejects.toBeInstanceOf(StaleError);
  });
});

describe('a write that cannot be made', () => {
  it('is refused here', async () => {
    const { writer, server } = await writing();
    await expect(writer.patch(REF, 'v1', [], GUARD)).rejects.toBeInstanceOf(RejectedError);
    await expect(writer.create({ kind: 'Deployment' })).rejects.toMatchObject({ code: 'kubernetes.incomplete' });
    expect(server.seen.filter(({ method }) => method !== 'GET')).toEqual([]);
  });
});
