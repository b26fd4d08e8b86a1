import { leftovers } from './catalogue/leftovers.ts';
import { manifestFile } from './git-content.ts';

/* The commits that led to what Git holds when the story begins. */

export interface PastCommit {
  readonly daysAgo: number;
  readonly message: string;
  readonly changes: ReadonlyMap<string, string | null>;
}

type Edit = readonly [file: string, text: string | null];

/**
 * Oldest first; the last one leaves `files`. It switched sub-charts off and made hooks of one-shot objects; the objects of
 * the time before are still there.
 */
export function pastCommits(files: ReadonlyMap<string, string>): readonly PastCommit[] {
  const first = new Map(files);
  const off: Edit[] = [
    switchedOff(files, 'apps/gitea/values.yaml'),
    switchedOff(files, 'apps/infisical/values.yaml'),
    ...Object.entries(leftovers).flatMap(([app, manifests]) =>
      manifests.map((manifest): Edit => {
        const [file, text] = manifestFile(app, manifest);
        first.set(file, text);
        return [file, files.get(file) ?? null];
      }),
    ),
  ];
  for (const [file, text] of off) if (file.endsWith('values.yaml')) first.set(file, enabled(text ?? ''));
  return [
    { daysAgo: 120, message: 'feat: home platform', changes: first },
    { daysAgo: 31, message: 'chore: bump charts', changes: new Map(off) },
  ];
}

const OFF = /((?:redis-cluster|nginx|mongodb|redis):\n\s+enabled:) false/g;

function enabled(values: string): string {
  return values.replaceAll(OFF, '$1 true');
}

function switchedOff(files: ReadonlyMap<string, string>, file: string): Edit {
  const text = files.get(file) ?? '';
  if (enabled(text) === text) throw new TypeError(`${file} switches nothing off`);
  return [file, text];
}
