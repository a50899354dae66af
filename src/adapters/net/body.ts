/** All bytes of a body, which may be missing; undefined if they are more than `largest`. */
export async function readBytes(
  chunks: AsyncIterable<Uint8Array> | null,
  largest: number,
): Promise<Buffer | undefined> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of chunks ?? []) {
    size += part.byteLength;
    if (size > largest) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts, size);
}
