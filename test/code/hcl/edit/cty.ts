import type { Json } from '../../../../src/model/json.ts';

interface Cty {
  readonly $cty: string;
  readonly args?: readonly unknown[];
}

/**
 * Converts a Go cty value, as the oracles write it, to JSON; undefined if JSON cannot express it.
 */
export function ctyJson(value: unknown): Json | undefined {
  const product = bigProduct(value);
  if (product !== undefined) return product;
  const { $cty: kind, args = [] } = value as Cty;
  const [first] = args;
  switch (kind) {
    case 'True':
      return true;
    case 'False':
      return false;
    case 'NullVal':
      return null;
    case 'StringVal':
    case 'NumberIntVal':
    case 'NumberFloatVal':
      return first as Json;
    case 'EmptyTupleVal':
    case 'ListValEmpty':
    case 'SetValEmpty':
      return [];
    case 'EmptyObjectVal':
    case 'MapValEmpty':
      return {};
    case 'TupleVal':
      return (first as readonly unknown[]).map((item) => ctyJson(item) ?? null);
    case 'ObjectVal':
      return Object.fromEntries(
        Object.entries(first as Record<string, unknown>).map(([key, item]) => [
          key,
          ctyJson(item) ?? null,
        ]),
      );
    default:
      return undefined;
  }
}

/** A number that is given as Go code multiplying two others. */
function bigProduct(value: unknown): number | undefined {
  if (typeof value !== 'object' || value === null || !('$go' in value)) return undefined;
  const factors = /\.Mul\(big\.NewFloat\((\d+)\), big\.NewFloat\((\d+)\)\)/.exec(String(value.$go));
  return factors === null ? undefined : Number(factors[1]) * Number(factors[2]);
}
