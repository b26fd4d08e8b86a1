import type { Fix, FixKind } from '../model/fix.ts';
import { count } from '../words/count.ts';

/** Kinds whose remedy is the same for every object of a pattern; the others are told by their own first sentence. */
const WORDS: Readonly<Partial<Record<FixKind, (fields: string) => string>>> = {
  'pin-in-git': (fields) => `pin ${fields || 'it'} in Git`,
  'drop-from-git': (fields) => `drop ${fields || 'it'} from Git`,
  'ignore-narrow': (fields) => (fields === '' ? 'keep it and stop comparing it' : `ignore exactly ${fields}`),
  adopt: () => 'let Argo CD adopt it',
  delete: () => 'check that nothing uses it, dump, delete',
  'hook-delete-policy': () => 'set a hook delete policy in Git',
  'revert-live': () => 'set live back to what Git says',
  sync: () => 'sync',
  'server-side-diff': () => 'compare on the server side',
  'upgrade-argocd': () => 'upgrade Argo CD',
};

/** A fix in a few words, of one object or of the many that a pattern has. */
export function fixWords(fix: Fix, objects = 1): string {
  return WORDS[fix.kind]?.(fieldWords(fix, objects)) ?? firstLine(fix.detail);
}

/** The fix of a pattern is that of one of its objects: its fields are counted only where the proof says that all have as many. */
function fieldWords({ paths, closes }: Fix, objects: number): string {
  const fields = paths.filter((path) => path !== '').length;
  if (fields === 0) return '';
  return objects === 1 || closes?.of === fields * objects ? count(fields, 'field') : 'these fields';
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
