/** Lines of a stream up to the empty one that ends it; throws if the stream ends before. */
export async function* readStreamLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let parts: string[] = [];
  for await (const chunk of chunks) {
    const [first = '', ...others] = decoder.decode(chunk, { stream: true }).split('\n');
    parts.push(first);
    for (const next of others) {
      const line = parts.join('');
      if (line === '') return;
      yield line;
      parts = [next];
    }
  }
  throw new Error('The answer of the service was cut off.');
}
