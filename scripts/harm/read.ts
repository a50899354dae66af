import { type HarmDimension, harmDimensions, type Severity } from '../../src/model/harm.ts';
import type { WireMore, WireOrders } from '../../src/providers/harm/table/format.ts';

/** One line of the facts. */
export interface Fact {
  readonly provider: string;
  readonly type: string;
  readonly path: string;
  readonly predicate: string;
  readonly dimension: HarmDimension;
  readonly severity: Severity;
  readonly meaning: string;
  /** Ids of Checkov's checks, or `own`. */
  readonly sources: string;
  readonly more?: WireMore;
}

/**
 * Reads facts from a table with a header line. Throws with the line number where something is
 * wrong.
 */
export function readFactLines(text: string): readonly Fact[] {
  return lines(text).map((line, index) => {
    const [provider = '', type = '', path = '', predicate = '', ...rest] = line.split('\t');
    const [dimension = '', severity = '', meaning = '', sources = 'own'] = rest;
    const known = harmDimensions.find((one) => one === dimension);
    const degree = ([1, 2, 3, 4, 5] as const).find((one) => String(one) === severity);
    if (known === undefined || degree === undefined) {
      throw new Error(`line ${index + 2} of the facts has no dimension or severity`);
    }
    return {
      provider,
      type,
      path,
      predicate,
      dimension: known,
      severity: degree,
      meaning,
      sources,
    };
  });
}

/** Reads orders and sets from a table with a header line. */
export function readOrderLines(text: string): WireOrders {
  const orders: Record<string, Record<string, number>> = {};
  const sets: Record<string, string[]> = {};
  for (const line of lines(text)) {
    const [name = '', kind = '', rank = '', value = ''] = line.split('\t');
    if (kind === 'order') orders[name] = { ...orders[name], [value]: Number(rank) };
    else if (kind === 'set') sets[name] = [...(sets[name] ?? []), value];
    else throw new Error(`"${kind}" is neither an order nor a set`);
  }
  return { format: 1, orders, sets };
}

function lines(text: string): readonly string[] {
  return text
    .split('\n')
    .slice(1)
    .filter((line) => line.trim() !== '');
}
