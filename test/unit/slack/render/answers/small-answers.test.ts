import { describe, expect, it } from 'vitest';
import { RejectedError, UnavailableError } from '../../../../../src/core/model/errors.ts';
import type { Check } from '../../../../../src/flows/doctor/check.ts';
import { renderDoctor } from '../../../../../src/slack/render/answers/doctor.ts';
import { renderError } from '../../../../../src/slack/render/answers/error.ts';
import { renderHelp } from '../../../../../src/slack/render/answers/help.ts';
import { renderMisunderstood } from '../../../../../src/slack/render/answers/misunderstood.ts';
import { renderNotVisible } from '../../../../../src/slack/render/answers/not-visible.ts';
import { renderScanProgress } from '../../../../../src/slack/render/answers/scan-progress.ts';
import { renderScanResult } from '../../../../../src/slack/render/answers/scan-result.ts';
import { renderUnknownApp } from '../../../../../src/slack/render/answers/unknown-app.ts';
import { at } from '../../../../support/memory-builders.ts';
import { expectAccepted, expectGolden, textsIn } from '../../../../support/rendered.ts';
import { NOW, storySnapshot } from '../../../../support/story-memory.ts';

describe('a scan', () => {
  const scan = { instance: 'prod', scanId: 's2', startedAt: at(0), done: 23, of: 52 };

  it('shows how far it is', async () => {
    await expectGolden(
      'scan-progress',
      renderScanProgress([scan, { ...scan, instance: 'stage', done: 0, of: 0 }], NOW),
    );
    expect(renderScanProgress([], NOW).text).toBe('A scan is about to start.');
    expect(textsIn(renderScanProgress([{ ...scan, failure: 'Argo CD answers 502' }], NOW).blocks)).toEqual([
      '⚠ The scan of *prod* failed: Argo CD answers 502',
    ]);
  });

  it('ends with what there is now, against what was there before', async () => {
    const snapshot = storySnapshot();
    const before = { outOfSync: 12, notHealthy: snapshot.notHealthy };
    await expectGolden(
      'scan-result',
      renderScanResult({
        outcomes: [
          { instance: 'prod', snapshot, before, tookMs: 14_000 },
          { instance: 'stage', tookMs: 3000, failure: 'Argo CD answers 502' },
        ],
        command: { name: 'scan' },
        now: NOW,
      }),
    );
  });
});

describe('the doctor', () => {
  const check = { instance: 'prod', name: 'Argo CD answers', ok: true, says: 'version v3.2.1', repair: '' };
  const broken = {
    instance: 'prod',
    name: 'may read logs',
    ok: false,
    says: 'permission denied',
    repair: 'p, role:plumbline, logs, get, */*, allow',
  };

  const noted = {
    instance: 'Slack',
    name: 'scope channels:history',
    ok: true,
    isNote: true,
    says: 'missing: a post may be lost',
    repair: 'reinstall the app',
  } as const;

  it('says what fails first, with the line that repairs it', async () => {
    const checks = [check, broken, noted, { ...check, instance: 'Redis', name: 'answers', says: '' }];
    await expectGolden('doctor', renderDoctor({ checks, checkedAt: at(0), now: NOW }));
  });

  it('counts what is fine where there is much of it', () => {
    const checks = ['cluster prod: clock', 'cluster prod: pods', 'changes'].map((name) => ({ ...check, name }));
    const { blocks } = renderDoctor({ checks: [check, ...checks], checkedAt: at(0), now: NOW });
    expect(textsIn(blocks)).toContain(
      '✓ *prod*: Argo CD answers (version v3.2.1), cluster prod (2 checks), changes (version v3.2.1)',
    );
  });

  it('claims no more than it looked at', () => {
    const textOf = (...checks: readonly Check[]) => renderDoctor({ checks, checkedAt: at(0), now: NOW }).text;
    expect(textOf(check, noted)).toBe('Doctor: prod is fine: 1 check passed.');
    expect(textOf(check, { ...check, instance: 'stage' }, { ...noted, instance: 'Redis' })).toBe(
      'Doctor: prod and stage are fine: 2 checks passed.',
    );
  });
});

describe('small answers', () => {
  it('help', async () => {
    await expectGolden('help', renderHelp());
  });

  it('a typo', async () => {
    const problem = 'I do not know “dif”.';
    await expectGolden(
      'misunderstood',
      renderMisunderstood({ problem, example: '/drift help', didYouMean: '/drift diff gitea' }),
    );
  });

  it('an unknown app, with the nearest names as buttons', async () => {
    const snapshots = [storySnapshot({ hiddenProjects: ['tenants'] })];
    await expectGolden(
      'unknown-app',
      renderUnknownApp({
        command: { name: 'app', app: 'progresing', didYouMean: 'progressing' },
        nearest: [{ instance: 'prod', key: 'argocd/prowlarr', name: 'prowlarr' }],
        snapshots,
        now: NOW,
      }),
    );
    const none = renderUnknownApp({ command: { name: 'diff', app: 'zzz' }, nearest: [], snapshots, now: NOW });
    expectAccepted(none);
    expect(textsIn(none.blocks).join('\n')).toContain('No name is like it.');
  });

  it('nothing that this person may see', async () => {
    await expectGolden('not-visible', renderNotVisible(3));
    expectAccepted(renderNotVisible(0));
  });
});

describe('an error', () => {
  it('is one sentence, what to do, and a reference', async () => {
    const error = new UnavailableError(
      'argocd.unavailable',
      'Argo CD prod does not answer',
      'check that it runs: /drift doctor',
    );
    await expectGolden('error', renderError(error, '3f2c9a'));
    expect(renderError(new RejectedError('x.y', 'no such thing.', 'look again'), 'r').text).toBe(
      'No such thing. Look again.',
    );
  });

  it('of a bug is its reference only', () => {
    const rendered = renderError(new TypeError('cannot read token s3cr3t of undefined'), '3f2c9a');
    expectAccepted(rendered);
    expect(JSON.stringify(rendered)).not.toContain('s3cr3t');
    expect(rendered.text).toBe('Something went wrong here that should not have. It is written down. Reference 3f2c9a.');
  });
});
