import { describe, expect, it } from 'vitest';
import { renderOverview } from '../../../../../src/slack/render/answers/overview.ts';
import { expectGolden, textsIn } from '../../../../support/rendered.ts';
import { NOW, storySnapshot } from '../../../../support/story-memory.ts';

const command = { name: 'overview' } as const;

describe('the overview', () => {
  it('leads with what is hidden, then with signal, and folds the small', async () => {
    await expectGolden('overview', renderOverview({ snapshots: [storySnapshot()], reach: [], command, now: NOW }));
  });

  it('names the instance of each line when there are several, and says which one is out of reach', async () => {
    const stage = storySnapshot({ instance: 'stage', notHealthy: [], hiddenProjects: ['tenants', 'secret', 'more'] });
    const reach = [{ instance: 'stage', downSince: '2026-11-16T07:48:41.000Z', reason: 'connect ECONNREFUSED' }];
    await expectGolden(
      'overview-several',
      renderOverview({ snapshots: [storySnapshot(), stage], reach, command, now: NOW }),
    );
  });

  it('says so when nothing drifts, when nobody could look, and when no scan has finished', () => {
    const quiet = storySnapshot({ outOfSync: 0, notHealthy: [], patterns: [] });
    expect(textsIn(renderOverview({ snapshots: [quiet], reach: [], command, now: NOW }).blocks)).toContain(
      'Nothing drifts, and everything is Healthy: scanned 41 s ago.',
    );
    const notObserved = [{ key: 'argocd/x', app: 'x', slice: 'p', project: 'p', says: 'permission denied' }];
    expect(
      textsIn(renderOverview({ snapshots: [{ ...quiet, notObserved }], reach: [], command, now: NOW }).blocks),
    ).toContain('Couldn’t check: `x` (permission denied)');
    expect(renderOverview({ snapshots: [], reach: [], command, now: NOW }).text).toMatch(/^No scan has finished yet/);
  });

  it('tells a sick app once, and keeps a health pattern that the list above does not cover', () => {
    const snapshot = storySnapshot();
    const texts = textsIn(renderOverview({ snapshots: [snapshot], reach: [], command, now: NOW }).blocks).join('\n');
    expect(texts).not.toContain('Progressing for long');
    const uncovered = textsIn(
      renderOverview({ snapshots: [{ ...snapshot, notHealthy: [] }], reach: [], command, now: NOW }).blocks,
    ).join('\n');
    expect(uncovered).toContain('Progressing for long');
  });
});
