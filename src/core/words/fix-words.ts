import type { Fix, FixKind } from '../model/fix.ts';
import { count } from './count.ts';

/** Kinds whose remedy is the same for every object of a pattern; the others are told by their own first sentence. */
const WORDS: Readonly<Partial<Record<FixKind, (paths: number) => string>>> = {
  'pin-in-git': (paths) => `pin ${count(paths, 'field')} in Git`,
  'drop-from-git': (paths) => `drop ${count(paths, 'field')} from Git`,
  'ignore-narrow': (paths) =>
    paths === 0 ? 'keep it and stop comparing it' : `ignore exactly ${count(paths, 'field')}`,
  adopt: () => 'let Argo CD adopt it',
  delete: () => 'check that nothing uses it, dump, delete',
  'hook-delete-policy': () => 'set a hook delete policy in Git',
  'revert-live': () => 'set live back to what Git says',
  sync: () => 'sync',
  'server-side-diff': () => 'compare on the server side',
  'upgrade-argocd': () => 'upgrade Argo CD',
};

/** One fix of many objects in a few words. */
export function fixWords({ kind, paths, detail }: Fix): string {
  const fields = paths.filter((path) => path !== '').length;
  return WORDS[kind]?.(fields) ?? firstLine(detail);
}

/** `closes 64 of 64`; '' where nothing could be proven. */
export function proofWords({ closes }: Pick<Fix, 'closes'>): string {
  return closes === null ? '' : `closes ${closes.closed} of ${closes.of}`;
}

/** The sentence of a fix, without the lines to paste below it. */
export function firstLine(detail: string): string {
  const [line = ''] = detail.split('\n', 1);
  return line.replace(/:$/, '');
}
