import { describe, expect, it } from 'vitest';
import type { Alert } from '../../../../../src/core/digest/alert.ts';
import { lineOf } from '../../../../../src/core/digest/build-digest.ts';
import type { Digest } from '../../../../../src/core/digest/digest.ts';
import { renderMessage } from '../../../../../src/slack/render/channel/message.ts';
import { at } from '../../../../support/memory-builders.ts';
import { expectGolden, textsIn } from '../../../../support/rendered.ts';
import { daysAgo, storySnapshot } from '../../../../support/story-memory.ts';

const snapshot = storySnapshot();
const patternLines = snapshot.patterns.map((pattern) => lineOf(pattern, 'prod'));
const [manual] = patternLines.filter(({ driftClass }) => driftClass === 'manual-change');
const [defaults] = patternLines.filter(({ driftClass }) => driftClass === 'schema-default');
const zombies = patternLines.filter(({ driftClass }) => driftClass === 'zombie');
const [sick] = snapshot.notHealthy;
if (!manual || !defaults || !sick) throw new TypeError('the story has all of these');

function aDigest(part: Partial<Digest> = {}): Digest {
  return {
    kind: 'daily',
    channel: 'C0PLATFORM',
    day: '2026-11-16',
    from: daysAgo(1),
    to: at(1),
    totals: { instances: 1, apps: 52, outOfSync: 20, notHealthy: 4, patterns: 23 },
    scannedAt: at(0),
    added: [],
    grown: [],
    resolved: [],
    notHealthy: [],
    leftProgressing: [],
    autoSyncOff: [],
    frozen: [],
    unreachable: [],
    waiting: [],
    trend: { days: [] },
    ...part,
  };
}

describe('the digest', () => {
  it('first tells what is there', async () => {
    const notHealthy = snapshot.notHealthy.map((app) => ({ ...app, instance: 'prod' }));
    const digest = aDigest({ kind: 'baseline', from: '', added: patternLines, notHealthy });
    await expectGolden('digest-baseline', renderMessage({ type: 'digest', digest }));
  });

  it('then tells what moved, with proof of what was fixed', async () => {
    const digest = aDigest({
      added: [manual],
      grown: [{ ...defaults, appsBefore: 3, resourcesBefore: 6, differencesBefore: 24 }],
      resolved: zombies
        .slice(0, 1)
        .map((line) => ({ ...line, proof: { revision: '9d4e0029aabbccddeeff', secondsAfter: 42 } })),
      notHealthy: [{ ...sick, instance: 'prod' }],
      leftProgressing: [
        {
          instance: 'prod',
          app: 'sympozium',
          project: 'ai',
          to: 'Degraded',
          lastedMs: 6 * 86_400_000,
          reason: 'ImagePullBackOff',
          log: 'manifest unknown',
        },
      ],
      waiting: [
        {
          instance: 'prod',
          app: 'gitea',
          title: 'Delete 6 leftovers of gitea',
          requestedAt: daysAgo(0.8),
          expiresAt: daysAgo(-0.2),
          missing: 1,
        },
      ],
      autoSyncOff: [
        {
          instance: 'prod',
          key: 'argocd/vaultwarden',
          app: 'vaultwarden',
          slice: 'apps',
          project: 'apps',
          says: 'OutOfSync, and automated sync is off',
        },
      ],
      frozen: [
        {
          instance: 'prod',
          key: 'argocd/longhorn',
          app: 'longhorn',
          slice: 'platform',
          project: 'platform',
          says: 'skip-reconcile is set',
        },
      ],
      unreachable: [{ instance: 'stage', downSince: at(-30), reason: 'connect ECONNREFUSED' }],
      trend: { days: [18, 20, 20].map((outOfSync, index) => ({ day: `2026-11-1${index + 4}`, outOfSync })) },
    });
    await expectGolden('digest-daily', renderMessage({ type: 'digest', digest }));
  });

  it('is one line on a quiet day', async () => {
    const rendered = renderMessage({ type: 'digest', digest: aDigest() });
    expect(rendered.blocks).toHaveLength(1);
    await expectGolden('digest-quiet', rendered);
  });
});

describe('an alert', () => {
  const raised = { instance: 'prod', raisedAt: at(0) };
  const alerts: readonly (readonly [string, Alert])[] = [
    ['alert-pattern', { ...raised, key: 'a', about: 'pattern', line: manual }],
    ['alert-health', { ...raised, key: 'b', about: 'health', app: sick, why: 'crash' }],
    [
      'alert-reach',
      {
        ...raised,
        key: 'c',
        about: 'reach',
        reach: { instance: 'prod', downSince: at(0), lastReached: at(-1), reason: 'connect ECONNREFUSED' },
      },
    ],
  ];

  it.each(alerts)('%s, raised and over', async (name, alert) => {
    await expectGolden(name, renderMessage({ type: 'alert', alert }));
    const over = renderMessage({ type: 'alert', alert: { ...alert, resolvedAt: at(90) } });
    expect(textsIn(over.blocks)).toEqual([expect.stringContaining('2026-11-16 08:00 UTC to 2026-11-16 09:30 UTC')]);
    await expectGolden(`${name}-over`, over);
    const reply = renderMessage({ type: 'alert-over', alert: { ...alert, resolvedAt: at(90) } });
    expect(textsIn(reply.blocks)).toEqual([expect.stringMatching(/^✓ \*Over after 1 h\*: /)]);
  });
});
