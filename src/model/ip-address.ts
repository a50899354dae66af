export interface ParsedAddress {
  readonly value: bigint;
  readonly bits: 32 | 128;
}

/** Parses an IPv4 or IPv6 address. Leading zeros in IPv4 numbers are decimal, as in Terraform. */
export function parseIpAddress(text: string): ParsedAddress | undefined {
  if (!text.includes(':')) {
    const value = parseV4(text);
    return value === undefined ? undefined : { value, bits: 32 };
  }
  const value = parseV6(text);
  return value === undefined ? undefined : { value, bits: 128 };
}

function parseV4(text: string): bigint | undefined {
  const parts = text.split('.');
  if (parts.length !== 4) return undefined;
  let value = 0n;
  for (const part of parts) {
    if (!/^\d+$/.test(part) || Number(part) > 255) return undefined;
    value = (value << 8n) | BigInt(part);
  }
  return value;
}

function parseV6(text: string): bigint | undefined {
  const halves = text.split('::');
  if (halves.length > 2) return undefined;
  const [head = '', tail] = halves;
  const before = parseGroups(head, tail === undefined);
  const after = tail === undefined ? [] : parseGroups(tail, true);
  if (before === undefined || after === undefined) return undefined;
  const missing = 8 - before.length - after.length;
  if (tail === undefined ? missing !== 0 : missing < 1) return undefined;
  const groups = [...before, ...new Array<bigint>(missing).fill(0n), ...after];
  return groups.reduce((value, group) => (value << 16n) | group, 0n);
}

function parseGroups(text: string, last: boolean): readonly bigint[] | undefined {
  if (text === '') return [];
  const groups: bigint[] = [];
  const parts = text.split(':');
  for (const [index, part] of parts.entries()) {
    if (/^[0-9a-fA-F]{1,4}$/.test(part)) {
      groups.push(BigInt(`0x${part}`));
      continue;
    }
    const v4 = last && index === parts.length - 1 ? parseV4(part) : undefined;
    if (v4 === undefined) return undefined;
    groups.push(v4 >> 16n, v4 & 0xffffn);
  }
  return groups;
}

export function formatIpAddress(value: bigint, bits: number): string {
  return bits === 32 ? formatV4(value) : formatV6(value);
}

function formatV4(value: bigint): string {
  return [24n, 16n, 8n, 0n].map((shift) => String((value >> shift) & 0xffn)).join('.');
}

/** The longest run of at least two zero groups becomes `::`. */
function formatV6(value: bigint): string {
  // IPv4-mapped addresses are printed as IPv4.
  if (value >> 32n === 0xffffn) return formatV4(value & 0xffffffffn);
  const groups = Array.from({ length: 8 }, (_, index) =>
    ((value >> BigInt(112 - index * 16)) & 0xffffn).toString(16),
  );
  let start = -1;
  let length = 1;
  for (let from = 0; from < 8; from += 1) {
    let run = 0;
    while (groups[from + run] === '0') run += 1;
    if (run > length) {
      start = from;
      length = run;
    }
  }
  if (start < 0) return groups.join(':');
  return `${groups.slice(0, start).join(':')}::${groups.slice(start + length).join(':')}`;
}
