import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filesFor } from '../../story/git-content.ts';
import { keepTemplate, keptTemplate } from '../../story/kept-template.ts';
import { makeStoryClock } from '../../story/story-clock.ts';
import { type Installed, install } from '../../story/story-cluster.ts';
import { installedAt, storyFiles } from '../../story/template.ts';

/* A world that is copied must be the world that would have been built, to the last date. */

const NOW = new Date('2031-05-01T09:30:15.250Z');
const REPOSITORY = 'file:///somewhere/else%20entirely/git';

let folder = '';
let built: Installed;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'plumbline-template-'));
  built = install(makeStoryClock({ now: () => NOW }), REPOSITORY, filesFor(REPOSITORY));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the template of the story', () => {
  it('gives the files of any repository', () => {
    expect(storyFiles(REPOSITORY)).toEqual(filesFor(REPOSITORY));
  });

  it('gives the cluster that installing everything at that moment gives', () => {
    const copied = installedAt(NOW, REPOSITORY);
    expect(copied).toEqual(built);
    expect(JSON.stringify(copied.state.objects)).toBe(JSON.stringify(built.state.objects));
    expect(built.state.objects.length).toBeGreaterThan(400);
  });

  it('keeps the worlds that are made from it apart', () => {
    const before = JSON.stringify(installedAt(NOW, REPOSITORY).state.objects);
    installedAt(new Date('2040-01-01T00:00:00Z'), 'file:///another/git');
    expect(JSON.stringify(installedAt(NOW, REPOSITORY).state.objects)).toBe(before);
  });

  it('is the same after another process has kept it', () => {
    const file = join(folder, 'template.json');
    const template = { files: filesFor(REPOSITORY), ...built };
    expect(keptTemplate(file)).toBeUndefined();
    keepTemplate(template, file);
    expect(keptTemplate(file)).toEqual(template);
  });
});
