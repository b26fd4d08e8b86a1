const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;

/**
 * The objects in `items` of a JSON document, one text at a time as the bytes arrive: the list of a large fleet is longer
 * than a JavaScript string may be. Returns the document without them, `{"metadata":{},"items":[]}`. Only brackets and
 * strings are understood here; whether each part is JSON is for JSON.parse to say.
 */
export async function* splitItems(chunks: AsyncIterable<Buffer>): AsyncGenerator<string, string> {
  const envelope: Buffer[] = [];
  let element: Buffer[] = [];
  let depth = 0;
  let isInString = false;
  let isEscaped = false;
  let isInItems = false;

  for await (const chunk of chunks) {
    let start = 0;
    for (let index = 0; index < chunk.length; index += 1) {
      const byte = chunk[index];
      if (isInString) {
        if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) isInString = false;
      } else if (byte === QUOTE) {
        isInString = true;
      } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
        depth += 1;
        if (depth === 2 && byte === OPEN_LIST) {
          envelope.push(chunk.subarray(start, index + 1));
          start = index + 1;
          isInItems = /"items"\s*:\s*\[$/.test(textOf(envelope));
        } else if (depth === 3 && isInItems) {
          envelope.push(...between(chunk.subarray(start, index)));
          start = index;
        }
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
        depth -= 1;
        if (depth === 2 && isInItems) {
          yield textOf([...element, chunk.subarray(start, index + 1)]);
          element = [];
          start = index + 1;
        } else if (depth === 1 && isInItems) {
          envelope.push(...between(chunk.subarray(start, index)));
          start = index;
          isInItems = false;
        }
      }
    }
    const rest = chunk.subarray(start);
    if (!isInItems) envelope.push(rest);
    else if (depth > 2) element.push(rest);
    else envelope.push(...between(rest));
  }
  return textOf([...envelope, ...element]);
}

/** What separates objects is dropped; anything else between them stays, for JSON.parse to stumble over. */
function between(bytes: Buffer): readonly Buffer[] {
  return /^[\s,]*$/.test(bytes.toString('latin1')) ? [] : [bytes];
}

function textOf(parts: readonly Buffer[]): string {
  return Buffer.concat(parts).toString('utf8');
}
