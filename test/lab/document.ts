import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const DOCUMENT = join(import.meta.dirname, '../../docs/lab.md');

/** Puts what a program found out in its place in docs/lab.md; what people wrote around it stays. */
export async function writeSection(name: string, content: string, file = DOCUMENT): Promise<void> {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
  const text = await readFile(file, 'utf8');
  const block = `${begin}\n${content.trimEnd()}\n${end}`;
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  const isThere = from >= 0 && to > from;
  await writeFile(
    file,
    isThere ? `${text.slice(0, from)}${block}${text.slice(to + end.length)}` : `${text.trimEnd()}\n\n${block}\n`,
  );
}

/** '' where nothing was written yet. */
export async function readSection(name: string, file = DOCUMENT): Promise<string> {
  const text = await readFile(file, 'utf8');
  const [from, to] = [text.indexOf(`<!-- ${name} -->`), text.indexOf(`<!-- end of ${name} -->`)];
  return from >= 0 && to > from ? text.slice(from, to) : '';
}

export function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const line = (cells: readonly string[]): string => `| ${cells.map(escapeCell).join(' | ')} |`;
  return [line(head), `|${head.map(() => '---|').join('')}`, ...rows.map(line)];
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
}
