import { stripVTControlCharacters } from 'node:util';
import type { Masker } from '../../core/mask/mask.ts';

/** A tail may begin inside a key: what stands before the end mark then is key, too. */
const BEHEADED_KEY = /^(?:(?!-----BEGIN )[\s\S])*?-----END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----/;

/** The kubelet writes this into the stream, with status 200, where the file is gone. */
const REFUSAL = /^(unable to retrieve container logs for |failed to try resolving symlinks in path )/;

/** Redacted as a whole before it is cut: a private key spans lines. */
export function logLines(text: string, masker: Masker): readonly string[] {
  const plain = stripVTControlCharacters(text).replace(BEHEADED_KEY, '‹masked›');
  return masker
    .text(plain)
    .split(/\r?\n|\r/)
    .filter((line) => line !== '' && !REFUSAL.test(line));
}
