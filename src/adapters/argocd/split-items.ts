import { MAX_ITEM_BYTES, TooLarge } from './limits.ts';

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
 * @throws TooLarge for an object, or for all that is around them
 */
export async function* splitItems(chunks: AsyncIterable<Buffer>): AsyncGenerator<string, string> {
  const envelope: Buffer[] = [];
  let element: Buffer[] = [];
  let depth = 0;
  let isInString = false;
  let isEscaped = false;
  let isInItems = false;
  let [envelopeBytes, elementBytes] = [0, 0];

  function keepAround(...parts: readonly Buffer[]): void {
    for (const part of parts) {
      envelope.push(part);
      envelopeBytes += part.length;
    }
    if (envelopeBytes > MAX_ITEM_BYTES) throw new TooLarge(MAX_ITEM_BYTES);
  }

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
          keepAround(chunk.subarray(start, index + 1));
          start = index + 1;
          isInItems = /"items"\s*:\s*\[$/.test(endOf(envelope));
        } else if (depth === 3 && isInItems) {
          keepAround(...between(chunk.subarray(start, index)));
          start = index;
        }
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
        depth -= 1;
        if (depth === 2 && isInItems) {
          yield textOf([...element, chunk.subarray(start, index + 1)]);
          element = [];
          elementBytes = 0;
          start = index + 1;
        } else if (depth === 1 && isInItems) {
          keepAround(...between(chunk.subarray(start, index)));
          start = index;
          isInItems = false;
        }
      }
    }
    const rest = chunk.subarray(start);
    if (!isInItems) {
      keepAround(rest);
    } else if (depth > 2) {
      element.push(rest);
      elementBytes += rest.length;
      if (elementBytes > MAX_ITEM_BYTES) throw new TooLarge(MAX_ITEM_BYTES);
    } else {
      keepAround(...between(rest));
    }
  }
  return textOf([...envelope, ...element]);
}

/** What separates objects is dropped; anything else between them stays, for JSON.parse to stumble over. */
function between(bytes: Buffer): readonly Buffer[] {
  return /^[\s,]*$/.test(bytes.toString('latin1')) ? [] : [bytes];
}

const KEY_BYTES = 64;

/** The key of the list that has just begun stands there, unless somebody pads it: then it is not `items`. */
function endOf(parts: readonly Buffer[]): string {
  const last: Buffer[] = [];
  for (let index = parts.length - 1, missing = KEY_BYTES; index >= 0 && missing > 0; index -= 1) {
    const part = parts[index]?.subarray(-missing) ?? Buffer.alloc(0);
    last.unshift(part);
    missing -= part.length;
  }
  return textOf(last);
}

function textOf(parts: readonly Buffer[]): string {
  return Buffer.concat(parts).toString('utf8');
}
