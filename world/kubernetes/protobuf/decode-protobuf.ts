import { isList, isObject, type Json, type JsonObject, type Manifest } from '../../../src/core/model/json.ts';
import layouts from './messages.json' with { type: 'json' };
import { readFields, type WireField } from './wire.ts';

/*
 * Typed clients send Kubernetes objects as protobuf: four magic bytes, then a message with apiVersion and kind (1) and
 * the object (2). kubectl does so for `create <kind>` and `auth can-i`, and does not fall back to JSON.
 *
 * A layout is `number=key:type` per field. Types: text, bytes, number, flag, double, time, microtime, quantity,
 * int-or-string, raw (JSON inside), another message, `[type]` repeated, `{type}` a map with text keys. A field without
 * a key is a message whose fields belong to the outer one in JSON.
 */
const MAGIC = Buffer.from('k8s\0');

interface Field {
  readonly key: string;
  readonly type: string;
}

const kinds: Readonly<Record<string, string>> = layouts.kinds;
const texts: Readonly<Record<string, string>> = layouts.messages;
const messages = new Map<string, ReadonlyMap<number, Field>>();

/** undefined for a kind whose layout is not known. */
export function decodeProtobuf(body: Buffer): Manifest | undefined {
  if (!body.subarray(0, MAGIC.length).equals(MAGIC)) return undefined;
  const envelope = new Map(readFields(body.subarray(MAGIC.length)).map(({ number, value }) => [number, value]));
  const [type, raw] = [envelope.get(1), envelope.get(2)];
  if (!Buffer.isBuffer(type)) return undefined;
  const [apiVersion = '', kind = ''] = readFields(type).map(({ value }) => value.toString());
  const message = kinds[kind];
  if (message === undefined) return undefined;
  return { apiVersion, kind, ...decodeMessage(message, Buffer.isBuffer(raw) ? raw : Buffer.alloc(0)) };
}

function fieldsOf(message: string): ReadonlyMap<number, Field> {
  const known = messages.get(message);
  if (known) return known;
  const words = (texts[message] ?? '').split(' ').filter((word) => word !== '');
  const fields = new Map(
    words.map((word): readonly [number, Field] => {
      const [, number = '', key = '', type = ''] = /^(\d+)=([^:]*):(.*)$/.exec(word) ?? [];
      return [Number(number), { key, type }];
    }),
  );
  messages.set(message, fields);
  return fields;
}

function decodeMessage(message: string, bytes: Buffer): JsonObject {
  const layout = fieldsOf(message);
  const object = new Map<string, Json>();
  for (const field of readFields(bytes)) {
    const known = layout.get(field.number);
    if (!known) continue;
    const { key, type } = known;
    const before = object.get(key);
    if (key === '')
      for (const [inner, value] of Object.entries(decodeMessage(type, asBytes(field)))) object.set(inner, value);
    else if (type.startsWith('['))
      object.set(key, [...(isList(before) ? before : []), decodeValue(type.slice(1, -1), field)]);
    else if (type.startsWith('{'))
      object.set(key, { ...(isObject(before) ? before : {}), ...decodeEntry(type.slice(1, -1), field) });
    else object.set(key, decodeValue(type, field));
  }
  return Object.fromEntries(object);
}

function decodeEntry(type: string, field: WireField): JsonObject {
  const parts = new Map(readFields(asBytes(field)).map((part) => [part.number, part]));
  const value = parts.get(2);
  return { [parts.get(1)?.value.toString() ?? '']: value ? decodeValue(type, value) : type === 'text' ? '' : {} };
}

function decodeValue(type: string, field: WireField): Json {
  const { value } = field;
  switch (type) {
    case 'text':
      return value.toString();
    case 'bytes':
      return asBytes(field).toString('base64');
    case 'number':
      return Number(value);
    case 'flag':
      return value === 1n;
    case 'double':
      return asBytes(field).readDoubleLE(0);
    case 'time':
    case 'microtime':
      return decodeTime(asBytes(field), type === 'microtime');
    case 'quantity':
      return readFields(asBytes(field))[0]?.value.toString() ?? '0';
    case 'int-or-string':
      return decodeIntOrString(asBytes(field));
    case 'raw':
      return JSON.parse(readFields(asBytes(field))[0]?.value.toString() || 'null') as Json;
    default:
      return decodeMessage(type, asBytes(field));
  }
}

/** An unset time is an empty message, written as null in JSON. */
function decodeTime(bytes: Buffer, isMicro: boolean): Json {
  const parts = new Map(readFields(bytes).map(({ number, value }) => [number, Number(value)]));
  const seconds = parts.get(1);
  if (seconds === undefined) return null;
  const text = new Date(seconds * 1000).toISOString();
  if (!isMicro) return text.replace('.000Z', 'Z');
  return text.replace('.000Z', `.${String(Math.floor((parts.get(2) ?? 0) / 1000)).padStart(6, '0')}Z`);
}

function decodeIntOrString(bytes: Buffer): Json {
  const parts = new Map(readFields(bytes).map(({ number, value }) => [number, value]));
  return parts.get(1) === 1n ? (parts.get(3)?.toString() ?? '') : Number(parts.get(2) ?? 0n);
}

function asBytes({ value }: WireField): Buffer {
  return Buffer.isBuffer(value) ? value : Buffer.alloc(0);
}
