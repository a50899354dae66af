const units: ReadonlyMap<string, bigint> = new Map([
  ['ns', 1n],
  ['us', 1_000n],
  ['µs', 1_000n],
  ['μs', 1_000n],
  ['ms', 1_000_000n],
  ['s', 1_000_000_000n],
  ['m', 60_000_000_000n],
  ['h', 3_600_000_000_000n],
]);

const part = /(\d*)(?:\.(\d*))?(ns|us|µs|μs|ms|s|m|h)/y;
const limit = 2n ** 63n;

/** Parses a Go duration such as `1h30m` or `-1.5h` to nanoseconds; undefined for anything else. */
export function parseGoDuration(text: string): bigint | undefined {
  const negative = text.startsWith('-');
  const body = text.replace(/^[+-]/, '');
  if (body === '0') return 0n;
  if (body === '') return undefined;
  const piece = new RegExp(part);
  let total = 0n;
  while (piece.lastIndex < body.length) {
    const match = piece.exec(body);
    if (match === null) return undefined;
    const [, whole = '', fraction = '', unit = ''] = match;
    const size = units.get(unit);
    if (size === undefined || whole + fraction === '') return undefined;
    const scale = 10n ** BigInt(fraction.length);
    total += (BigInt(whole + fraction) * size) / scale;
  }
  return total >= limit ? undefined : negative ? -total : total;
}
