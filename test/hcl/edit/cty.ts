import type { Json } from '../../../src/model/json.ts';

interface Cty {
  readonly $cty: string;
  readonly args?: readonly unknown[];
}

/** JSON for a value as the oracles write Go's cty values; undefined for what JSON has not. */
export function ctyJson(value: unknown): Json | undefined {
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
