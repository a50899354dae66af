import { readFileSync } from 'node:fs';
import { readFacts } from '../../../src/providers/harm/table/facts.ts';
import type { WireFacts, WireOrders, WireRule } from '../../../src/providers/harm/table/format.ts';
import { loadHarmFacts } from '../../../src/providers/harm/table/load.ts';
import type { HarmFacts } from '../../../src/providers/harm/table/types.ts';

export const providers = ['aws', 'azurerm', 'google', 'kubernetes'] as const;

/** The facts that are shipped, loaded once for all tests of a file. */
export const shipped = loadHarmFacts();

function read(name: string): unknown {
  const file = new URL(
    `../../../src/providers/harm/table/data/${name}.generated.json`,
    import.meta.url,
  );
  return JSON.parse(readFileSync(file, 'utf8'));
}

export const orders = read('orders') as WireOrders;

export interface Row {
  readonly provider: (typeof providers)[number];
  readonly type: string;
  readonly wire: WireRule;
}

/** Every fact that is shipped. */
export const rows: readonly Row[] = providers.flatMap((provider) =>
  Object.entries((read(provider) as WireFacts).types).flatMap(([type, wires]) =>
    wires.map((wire) => ({ provider, type, wire })),
  ),
);

/** Facts of one type only. */
export function factsOf(type: string, wires: readonly WireRule[]): HarmFacts {
  return readFacts({
    facts: () => ({ format: 1, types: { [type]: wires } }),
    orders: () => orders,
  });
}
