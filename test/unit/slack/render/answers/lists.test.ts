import { describe, expect, it } from 'vitest';
import { lineOf } from '../../../../../src/core/digest/build-digest.ts';
import { snapshotRows } from '../../../../../src/core/memory/build-snapshot.ts';
import { linesOf } from '../../../../../src/core/pattern/lines.ts';
import { renderDriftList } from '../../../../../src/slack/render/answers/drift-list.ts';
import { renderPatternDetails } from '../../../../../src/slack/render/answers/pattern-details.ts';
import { renderProgressing } from '../../../../../src/slack/render/answers/progressing.ts';
import { rowsOf } from '../../../../support/memory-builders.ts';
import { expectAccepted, expectGolden, textsIn } from '../../../../support/rendered.ts';
import { NOW, storyRecords, storySnapshot } from '../../../../support/story-memory.ts';

const snapshot = storySnapshot();
const snapshots = [snapshot];
const rows = snapshotRows(rowsOf(...storyRecords), []);
const lines = linesOf(snapshot.patterns.map((pattern) => lineOf(pattern, 'prod')));
const rowsOfLine = (index: number) => {
  const ids = new Set(lines[index]?.parts.map(({ id }) => id));
  return rows.filter(({ pattern }) => ids.has(pattern));
};

describe('the list', () => {
  it('is the story’s bird’s-eye rows', async () => {
    await expectGolden('list', renderDriftList({ rows, snapshots, command: { name: 'list', page: 1 }, now: NOW }));
  });

  it('turns pages, and ends at the last one', () => {
    const many = Array.from({ length: 60 }, () => rows)
      .flat()
      .slice(0, 60);
    const page = (number: number) =>
      renderDriftList({ rows: many, snapshots, command: { name: 'list', page: number }, now: NOW });
    expect(textsIn(page(2).blocks)).toEqual(
      expect.arrayContaining(['*60 drifting resources* · rows 26 to 50 of 60', 'Previous', 'Next']),
    );
    expect(textsIn(page(99).blocks)).toEqual(
      expect.arrayContaining(['*60 drifting resources* · rows 51 to 60 of 60', 'Previous']),
    );
    expect(textsIn(page(99).blocks)).not.toContain('Next');
  });

  it('says what was asked for when there is nothing of it', () => {
    const command = { name: 'list', page: 1, select: { by: 'project', value: 'tenants' } } as const;
    expect(textsIn(renderDriftList({ rows: [], snapshots, command, now: NOW }).blocks)).toContain(
      'Nothing drifts of project tenants: scanned 41 s ago.',
    );
  });
});

describe('a class or pattern', () => {
  it('shows the cause, its one fix and the apps', async () => {
    const index = lines.findIndex(({ driftClass }) => driftClass === 'schema-default');
    const command = { name: 'class', id: 'A', page: 1 } as const;
    await expectGolden(
      'pattern-details',
      renderPatternDetails({
        lines: lines.slice(index, index + 1),
        rows: rowsOfLine(index),
        snapshots,
        command,
        now: NOW,
      }),
    );
  });

  it('turns pages of apps', () => {
    const [line] = lines;
    const many = Array.from({ length: 40 }, (_, index) =>
      rows.slice(0, 1).map((row) => ({ ...row, app: `app-${index}` })),
    ).flat();
    const page = (number: number) =>
      renderPatternDetails({
        lines: line === undefined ? [] : [line],
        rows: many,
        snapshots,
        command: { name: 'class', id: 'x', page: number },
        now: NOW,
      });
    const second = page(2);
    expectAccepted(second);
    expect(textsIn(second.blocks)).toEqual(expect.arrayContaining(['page 2 of 3, 40 apps in all', 'Previous', 'Next']));
    expect(textsIn(second.blocks).join('\n')).toContain('*app-15*');
    expect(textsIn(page(9).blocks)).not.toContain('Next');
  });

  it('lists the root causes of a class that has several', async () => {
    const command = { name: 'class', id: 'stuck-progressing', page: 1 } as const;
    const several = lines.filter(({ driftClass }) => driftClass === 'stuck-progressing');
    await expectGolden('class-details', renderPatternDetails({ lines: several, rows, snapshots, command, now: NOW }));
  });

  it('says which classes there are when nothing belongs to the id', async () => {
    const command = { name: 'class', id: 'Q', page: 1 } as const;
    await expectGolden('class-nothing', renderPatternDetails({ lines: [], rows: [], snapshots, command, now: NOW }));
  });
});

describe('apps that are not Healthy for long', () => {
  const entries = snapshot.notHealthy.map((app) => ({ instance: 'prod', app }));

  it('come with why and what changed just before', async () => {
    const before = { before: '9d4e0029 by Ada: chore: bump charts, 9 d ago' };
    await expectGolden(
      'progressing',
      renderProgressing({
        entries: entries.map((entry, index) => ({ ...entry, ...(index === 1 ? before : {}) })),
        snapshots,
        command: { name: 'progressing' },
        now: NOW,
      }),
    );
  });

  it('are none, or more than fit', () => {
    const command = { name: 'progressing' } as const;
    expect(renderProgressing({ entries: [], snapshots, command, now: NOW }).text).toMatch(
      /^Every app is Healthy, or has not been ill for long \(11 apps\)/,
    );
    const many = Array.from({ length: 80 }, () => entries)
      .flat()
      .slice(0, 80);
    const rendered = renderProgressing({ entries: many, snapshots, command, now: NOW });
    expectAccepted(rendered);
    expect(textsIn(rendered.blocks).join('\n')).toMatch(/Showing \d+ of 80, the most urgent first/);
  });
});
