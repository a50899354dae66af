/** Fields of the answer that map type names to schemas: resources, data sources, ephemeral ones. */
const maps: ReadonlySet<number> = new Set([2, 3, 8]);
const lengthDelimited = 2;

/**
 * The same answer (the protobuf message `GetProviderSchema.Response` of Terraform's plugin
 * protocol) with the schemas of these types only. Every byte that stays is the provider's.
 */
export function keepTypes(message: Buffer, types: ReadonlySet<string>): Buffer {
  const kept: Buffer[] = [];
  let at = 0;
  while (at < message.length) {
    const tag = varint(message, at);
    if (tag.value % 8 !== lengthDelimited) throw new Error('A schema has no such field.');
    const length = varint(message, tag.end);
    const end = length.end + length.value;
    const isKept = !maps.has(Math.floor(tag.value / 8)) || types.has(keyOf(message, length.end));
    if (isKept) kept.push(message.subarray(at, end));
    at = end;
  }
  return Buffer.concat(kept);
}

/** The key of a map entry, which is its first field. */
function keyOf(message: Buffer, start: number): string {
  const length = varint(message, varint(message, start).end);
  return message.toString('utf8', length.end, length.end + length.value);
}

function varint(message: Buffer, start: number): { readonly value: number; readonly end: number } {
  let value = 0;
  for (let end = start, unit = 1; ; end += 1, unit *= 128) {
    const byte = message[end];
    if (byte === undefined) throw new Error('The schema ends within a number.');
    value += (byte % 128) * unit;
    if (byte < 128) return { value, end: end + 1 };
  }
}
