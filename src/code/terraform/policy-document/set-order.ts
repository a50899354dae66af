import { compareHclText } from '../../hcl/eval/value.ts';
import type { StatementCondition } from './types.ts';

/*
 * The provider stores sets by a hash of their members and iterates in the order of its decimal
 * digits. The order is visible where the members of two sets are joined into one list.
 */

/** A block of principals, as written. */
export interface PrincipalBlock {
  readonly type: string;
  readonly identifiers: readonly string[];
}

/** Principals in the order in which the provider iterates over their blocks. */
export function principalsInOrder(blocks: readonly PrincipalBlock[]): readonly PrincipalBlock[] {
  return inOrder(blocks, ({ type, identifiers }) => {
    const members = inOrder(identifiers, (each) => `${each};`).map((each) => `${each};`);
    return `identifiers:{${members.join('')}};type:${type};`;
  });
}

/** Conditions in the order in which the provider iterates over their blocks. */
export function conditionsInOrder(
  blocks: readonly StatementCondition[],
): readonly StatementCondition[] {
  return inOrder(blocks, ({ test, variable, values }) => {
    const members = values.map((each) => `${each};`);
    return `test:${test};values:(${members.join('')});variable:${variable};`;
  });
}

function inOrder<T>(members: readonly T[], textOf: (member: T) => string): readonly T[] {
  const coded = new Map(members.map((each) => [codeOf(textOf(each)), each]));
  return [...coded].sort(([a], [b]) => compareHclText(a, b)).map(([, each]) => each);
}

function codeOf(text: string): string {
  return String(checksum(new TextEncoder().encode(text)));
}

const polynomial = 0xedb88320;

/** CRC-32 as defined in IEEE 802.3. */
export function checksum(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? polynomial : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
