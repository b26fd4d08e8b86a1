import { describe, expect, it } from 'vitest';
import type { AppRecord } from '../../../src/core/memory/app-record.ts';
import { NotFoundError } from '../../../src/core/model/errors.ts';
import { limitLooks } from '../../../src/flows/limit-looks.ts';
import type { LookLive } from '../../../src/flows/look-live.ts';
import { aRecord } from '../../support/stored.ts';

const app = (name: string) => ({ ref: { server: 'prod', namespace: 'argocd', name }, project: 'default' });
const waiting = () => ({ signal: new AbortController().signal });

/** Looks that end when the test says so, or when they are aborted. */
function aLook() {
  const begun: { readonly name: string; end(record: AppRecord): void; fail(error: Error): void }[] = [];
  const lookLive: LookLive = (_, { ref: { name } }, { signal }) => {
    const { promise, resolve: end, reject: fail } = Promise.withResolvers<AppRecord>();
    signal?.addEventListener('abort', () => fail(signal.reason as Error));
    begun.push({ name, end, fail });
    return promise;
  };
  return { lookLive, begun, names: () => begun.map(({ name }) => name) };
}

describe('live looks', () => {
  it('are one for all who ask for the same app at the same time', async () => {
    const { lookLive, begun, names } = aLook();
    const look = limitLooks(lookLive, { most: 1, timeoutMs: 60_000 });
    const asked = [look('prod', app('cart'), waiting()), look('prod', app('cart'), waiting())];
    const record = aRecord({ name: 'cart' });
    begun[0]?.end(record);
    expect(await Promise.all(asked)).toEqual([record, record]);
    expect(names()).toEqual(['cart']);
  });

  it('look again for who asks afterwards, also when the look failed', async () => {
    const { lookLive, begun, names } = aLook();
    const look = limitLooks(lookLive, { most: 1, timeoutMs: 60_000 });
    const first = look('prod', app('cart'), waiting());
    begun[0]?.fail(new NotFoundError('argocd.no-app', 'no such app', 'it was deleted'));
    await expect(first).rejects.toThrow('no such app');
    const second = look('prod', app('cart'), waiting());
    begun[1]?.end(aRecord({ name: 'cart' }));
    expect((await second).ref.name).toBe('cart');
    expect(names()).toEqual(['cart', 'cart']);
  });

  it('refuse at once beyond the most side by side, and take the next when one has ended', async () => {
    const { lookLive, begun, names } = aLook();
    const look = limitLooks(lookLive, { most: 2, timeoutMs: 60_000 });
    const [cart] = [look('prod', app('cart'), waiting()), look('prod', app('shop'), waiting())];
    await expect(look('prod', app('pay'), waiting())).rejects.toMatchObject({ code: 'argocd.busy', retry: true });
    expect(names()).toEqual(['cart', 'shop']);
    begun[0]?.end(aRecord({ name: 'cart' }));
    await cart;
    void look('prod', app('pay'), waiting());
    expect(names()).toEqual(['cart', 'shop', 'pay']);
  });

  it('go on for the others when who asked first is called away', async () => {
    const { lookLive, begun } = aLook();
    const look = limitLooks(lookLive, { most: 1, timeoutMs: 60_000 });
    const leaving = new AbortController();
    const left = look('prod', app('cart'), { signal: leaving.signal });
    const stayed = look('prod', app('cart'), waiting());
    leaving.abort(new Error('called away'));
    await expect(left).rejects.toThrow('called away');
    begun[0]?.end(aRecord({ name: 'cart' }));
    expect((await stayed).ref.name).toBe('cart');
  });

  it('end after their time, for everybody and in words', async () => {
    const { lookLive } = aLook();
    const look = limitLooks(lookLive, { most: 1, timeoutMs: 5 });
    const asked = [look('prod', app('cart'), waiting()), look('prod', app('cart'), waiting())];
    const outcomes = await Promise.allSettled(asked);
    expect(outcomes).toMatchObject([{ reason: { code: 'argocd.slow' } }, { reason: { code: 'argocd.slow' } }]);
  });
});
