import { readFileSync } from 'node:fs';
import { readFacts } from './facts.ts';
import type { WireFacts, WireOrders } from './format.ts';
import type { HarmFacts } from './types.ts';

/**
 * Loads the facts that ship with Parley. Those of a provider are read when its first type is
 * requested.
 */
export function loadHarmFacts(): HarmFacts {
  return readFacts({
    facts: (provider) => read(`${provider}.generated.json`) as WireFacts,
    orders: () => read('orders.generated.json') as WireOrders,
  });
}

function read(file: string): unknown {
  return JSON.parse(readFileSync(new URL(`./data/${file}`, import.meta.url), 'utf8'));
}
