/** One field of a protobuf message as it stands on the wire: a number or bytes. */
export interface WireField {
  readonly number: number;
  readonly value: bigint | Buffer;
}

/** Fields in the order they were written; a truncated message throws RangeError. */
export function readFields(message: Buffer): readonly WireField[] {
  const fields: WireField[] = [];
  let position = 0;

  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = message.readUInt8(position);
      position += 1;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asIntN(64, value);
    }
  };

  const take = (length: number): Buffer => {
    if (position + length > message.length) throw new RangeError('truncated protobuf message');
    position += length;
    return message.subarray(position - length, position);
  };

  while (position < message.length) {
    const tag = Number(varint());
    const number = tag >> 3;
    switch (tag & 7) {
      case 0:
        fields.push({ number, value: varint() });
        break;
      case 1:
        fields.push({ number, value: take(8) });
        break;
      case 2:
        fields.push({ number, value: take(Number(varint())) });
        break;
      case 5:
        fields.push({ number, value: take(4) });
        break;
      default:
        throw new RangeError(`protobuf wire type ${tag & 7} is not in use`);
    }
  }
  return fields;
}
