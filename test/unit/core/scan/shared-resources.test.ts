import { describe, expect, it } from 'vitest';
import { hash64 } from '../../../../src/core/scan/hash64.ts';
import { identityAmong, makeOwnership } from '../../../../src/core/scan/shared-resources.ts';
import { aListedApp } from '../../../support/builders.ts';

const settings = { group: '', kind: 'ConfigMap', namespace: 'shop', name: 'settings' };
const named = (name: string) => ({ ref: { server: 'prod', namespace: 'argocd', name } });
const listed = (status: string, requiresPruning = false) => ({ ...settings, status, requiresPruning });

describe('who else lists a resource', () => {
  const mine = aListedApp({ ...named('mine'), drifting: [settings] });
  const theirs = aListedApp({ ...named('theirs'), autoSync: { enabled: true, prune: true, selfHeal: false } });

  it('is asked of drifting resources only, and names the others with their ways', () => {
    const ownership = makeOwnership();
    ownership.add(mine, [listed('OutOfSync')]);
    ownership.add(aListedApp(named('elsewhere')), [{ ...listed('Synced'), namespace: 'other' }]);
    ownership.add(theirs, [{ ...listed('Synced'), name: 'own' }, listed('Synced')]);
    expect([...ownership.shared()]).toEqual([
      [
        0,
        [
          {
            resource: settings,
            others: [{ name: 'theirs', rendersIt: true, prune: true, everythingWantsPruning: false }],
          },
        ],
      ],
    ]);
  });

  it('is nobody at another destination', () => {
    const ownership = makeOwnership();
    ownership.add(mine, [listed('OutOfSync')]);
    ownership.add({ ...theirs, destination: { server: 'https://elsewhere' } }, [listed('Synced')]);
    expect(ownership.shared().size).toBe(0);
  });

  it('says of an app that wants to prune it, or everything', () => {
    const ownership = makeOwnership();
    ownership.add(mine, [listed('OutOfSync')]);
    ownership.add(theirs, [listed('OutOfSync', true), { ...listed('OutOfSync', true), name: 'other' }]);
    const [own] = ownership.shared().get(0) ?? [];
    expect(own?.others).toMatchObject([{ rendersIt: false, everythingWantsPruning: true }]);
  });

  it('holds for fleets that outgrow the first room, apps without resources between them', () => {
    const ownership = makeOwnership();
    for (let index = 0; index < 300; index += 1) {
      const isLast = index === 299;
      ownership.add(
        aListedApp({ ...named(`app-${index}`), drifting: isLast ? [{ ...settings, name: '7-3' }] : [] }),
        index % 2 === 0 && !isLast
          ? []
          : Array.from({ length: 30 }, (_, at) => ({
              ...listed('Synced'),
              name: isLast && at === 0 ? '7-3' : `${index}-${at}`,
            })),
      );
    }
    expect(ownership.shared().get(299)?.[0]?.others).toMatchObject([{ name: 'app-7' }]);
  });

  it('is part of what the app is to a scan', () => {
    const others = [{ name: 'theirs', rendersIt: true, prune: true, everythingWantsPruning: false }];
    expect(identityAmong(mine, [])).toBe(mine.identity);
    expect(identityAmong(mine, [{ resource: settings, others }])).not.toBe(mine.identity);
  });
});

describe('the hash of a key', () => {
  it('differs for keys that differ little, in both halves', () => {
    const keys = Array.from(
      { length: 100_000 },
      (_, index) => `https://kubernetes.default.svc apps/Deployment n/${index}`,
    );
    const hashes = keys.map(hash64);
    expect(new Set(hashes.map((hash) => hash.join(' '))).size).toBe(keys.length);
    // 100,000 draws of 32 bits collide about once
    expect(new Set(hashes.map(([high]) => high)).size).toBeGreaterThan(keys.length - 20);
    expect(new Set(hashes.map(([, low]) => low)).size).toBeGreaterThan(keys.length - 20);
  });
});
