import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WireFacts, WireOrders } from '../../src/providers/harm/table/format.ts';
import type { Correction } from './overlay.ts';
import type { Fact } from './read.ts';

export const providers = ['aws', 'azurerm', 'google', 'kubernetes'] as const;

/** The facts of the committed files, in the form of the tables they were compiled from. */
export function readCommitted(folder: string): readonly Fact[] {
  return providers.flatMap((provider) => {
    const { types } = readJson(folder, provider) as WireFacts;
    return Object.entries(types).flatMap(([type, rules]) =>
      rules.map(([path, predicate, dimension, severity, meaning, sources]) => {
        return { provider, type, path, predicate, dimension, severity, meaning, sources };
      }),
    );
  });
}

export function readCommittedOrders(folder: string): WireOrders {
  return readJson(folder, 'orders') as WireOrders;
}

/** Facts that neither an addition nor a name explains, since those two are compiled again. */
export function givenIn(
  committed: readonly Fact[],
  additions: readonly Fact[],
  named: readonly Fact[],
): readonly Fact[] {
  const added = new Set(additions.map(placeOf));
  const compiled = new Set(named.map(textOf));
  return committed.filter((fact) => !added.has(placeOf(fact)) && !compiled.has(textOf(fact)));
}

/**
 * Corrections that still find the fact they correct; the others are already part of the committed
 * facts.
 */
export function openCorrections(
  corrections: readonly Correction[],
  facts: readonly Fact[],
): readonly Correction[] {
  const places = new Set(facts.map(placeOf));
  return corrections.filter((correction) => places.has(placeOf(correction)));
}

function placeOf({ type, path, predicate }: Pick<Fact, 'type' | 'path' | 'predicate'>): string {
  return JSON.stringify([type, path, predicate]);
}

function textOf(fact: Fact): string {
  const { dimension, severity, meaning, sources } = fact;
  return JSON.stringify([placeOf(fact), dimension, severity, meaning, sources]);
}

function readJson(folder: string, name: string): unknown {
  return JSON.parse(readFileSync(join(folder, `${name}.generated.json`), 'utf8'));
}
