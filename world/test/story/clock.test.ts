import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listAt, type Manifest, stringAt } from '../../../src/core/model/json.ts';
import { type DemoClock, makeDemoClock } from '../../demo-clock.ts';
import { makeStory, type Story } from '../../story/make-story.ts';

/* A story that plays in 2031: whatever carries a date carries one of its own past. */

const START = Date.parse('2031-05-01T09:00:00Z');
const DAY = 86_400_000;
const BOOTSTRAP_DAYS = 200;

let folder = '';
let clock: DemoClock;
let story: Story;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'plumbline-story-clock-'));
  clock = makeDemoClock({ now: () => new Date(START) });
  story = await makeStory({ clock, folder, pollMs: 0 });
});
afterAll(() => {
  story?.close();
  rmSync(folder, { recursive: true, force: true });
});

function objects(): readonly Manifest[] {
  return story.cluster.kinds().flatMap((kind) => story.cluster.list(kind));
}

function application(name: string): Manifest {
  return story.cluster.get({ group: 'argoproj.io', kind: 'Application', namespace: 'argocd', name }) ?? {};
}

function datesIn(text: string): readonly string[] {
  return text.match(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g) ?? [];
}

describe('the clock of the story', () => {
  it('dates every object, its writers, its status and its logs', () => {
    const logs = objects()
      .filter(({ kind }) => kind === 'Pod')
      .map(({ metadata }) => metadata)
      .map((pod) =>
        story.cluster.log(
          { namespace: stringAt(pod, 'namespace') ?? '', name: stringAt(pod, 'name') ?? '' },
          undefined,
          false,
        ),
      );
    const dates = datesIn(JSON.stringify([objects(), logs]));
    expect(dates.length).toBeGreaterThan(1000);
    expect(dates.filter((date) => Date.parse(date) > START || Date.parse(date) < START - BOOTSTRAP_DAYS * DAY)).toEqual(
      [],
    );
  });

  it('dates commits', () => {
    const dates = execFileSync('git', ['-C', fileURLToPath(story.git.url), 'log', '--format=%at'], {
      encoding: 'utf8',
    });
    const commits = ['2031-03-31T09:00:00Z', '2031-01-01T09:00:00Z'];
    expect(dates.trim().split('\n')).toEqual(commits.map((date) => String(Date.parse(date) / 1000)));
  });

  it('passes: apps are compared anew, warnings of what is still broken stay fresh, nobody heals or falls ill', async () => {
    const healthBefore = stringAt(application('argo-rollouts'), 'status', 'health', 'lastTransitionTime');
    clock.advance(DAY);
    await story.settle();
    expect(stringAt(application('authentik'), 'status', 'reconciledAt')).toBe('2031-05-02T09:00:00Z');
    expect(stringAt(application('longhorn'), 'status', 'reconciledAt'), 'skip-reconcile').toBe('2031-05-01T09:00:00Z');
    expect(stringAt(application('argo-rollouts'), 'status', 'health', 'lastTransitionTime')).toBe(healthBefore);
    const events = story.cluster.list({ group: '', kind: 'Event' });
    expect(new Set(events.map((event) => stringAt(event, 'lastTimestamp')))).toEqual(new Set(['2031-05-02T09:00:00Z']));
    expect(events.map((event) => stringAt(event, 'involvedObject', 'name')).toSorted()).toEqual([
      'argo-rollouts-6b4c4dfbd9-ghl9c',
      'experiments-0',
      'gitea-shared-storage',
      'sympozium-0',
    ]);
  });

  it('ends a rollout that gets nowhere at its deadline, and not before', async () => {
    const key = { group: 'apps', kind: 'Deployment', namespace: 'vaultwarden', name: 'vaultwarden' };
    const containers = [{ name: 'vaultwarden', image: 'docker.io/vaultwarden/server:does-not-exist' }];
    story.cluster.mergePatch(key, { spec: { template: { spec: { containers } } } }, { manager: 'kubectl-set' });
    await story.settle();
    const progress = () =>
      listAt(story.cluster.get(key) ?? {}, 'status', 'conditions').map((one) => stringAt(one, 'reason'))[0];
    expect([progress(), stringAt(application('vaultwarden'), 'status', 'health', 'status')]).toEqual([
      'ReplicaSetUpdated',
      'Progressing',
    ]);
    clock.advance(599_000);
    await story.settle();
    expect(progress()).toBe('ReplicaSetUpdated');
    clock.advance(2000);
    await story.settle();
    expect([progress(), stringAt(application('vaultwarden'), 'status', 'health', 'status')]).toEqual([
      'ProgressDeadlineExceeded',
      'Degraded',
    ]);
  });
});
