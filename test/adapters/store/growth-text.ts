/** Text that compresses as badly as ids and digests. */
export function textOf(length: number, seed: number): string {
  let text = '';
  let state = (seed % 2_147_483_646) + 1;
  while (text.length < length) {
    state = (state * 48_271) % 2_147_483_647;
    text += state.toString(36);
  }
  return text.slice(0, length);
}
