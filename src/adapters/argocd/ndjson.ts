import { MAX_ITEM_BYTES, TooLarge } from './limits.ts';

/**
 * The lines of a byte stream, empty ones left out. Not node:readline: that also breaks at U+2028 inside strings.
 * @throws TooLarge for a line that does not end
 */
export async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let parts: string[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    const [first = '', ...others] = decoder.decode(chunk, { stream: true }).split('\n');
    parts.push(first);
    length += first.length;
    if (length > MAX_ITEM_BYTES) throw new TooLarge(MAX_ITEM_BYTES);
    if (others.length === 0) continue;
    const rest = others.pop() ?? '';
    for (const line of [parts.join(''), ...others]) if (line.trim() !== '') yield line;
    parts = [rest];
    length = rest.length;
  }
  const last = parts.join('') + decoder.decode();
  if (last.trim() !== '') yield last;
}
