/*
 * Writes the facts that `src/providers/harm/table/load.ts` reads: which change of which attribute
 * does what harm.
 *
 *   npx tsx scripts/harm.ts [--facts DIR] [--out src/providers/harm/table/data]
 *
 * DIR contains `harm.tsv` (provider, type, path, predicate, dimension, severity, meaning, sources)
 * and `orders.tsv` (name, order or set, rank, value); docs/harm.md explains predicates. Without it,
 * the committed facts replace both: additions and corrections are applied to them, and a fact that
 * is no longer in the additions has to be deleted from the committed file, where it is one line.
 * Facts that documentation contradicts are in `harm/corrections`, missing ones in `harm/additions`,
 * the plain words for meanings in `harm/wording`, the meaning of attribute names in types without
 * facts in `harm/names.ts`, and the defaults of providers in `harm/fallbacks.ts`. Every type and
 * path is looked up in the schemas that ship with Parley; a fact that does not fit stops the run.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { WireOrders } from '../src/providers/harm/table/format.ts';
import { additions } from './harm/additions/all.ts';
import { ownOrders } from './harm/additions/orders.ts';
import { estateProblems, idleFallbacks, idleWording } from './harm/check.ts';
import { givenIn, openCorrections, readCommitted, readCommittedOrders } from './harm/committed.ts';
import {
  encodeFacts,
  encodeOrders,
  groupFacts,
  inPlainWords,
  withOverlay,
} from './harm/compile.ts';
import { corrections } from './harm/corrections.ts';
import { fallbacks } from './harm/fallbacks.ts';
import { namesakes, unlessKnown } from './harm/namesakes.ts';
import { readFactLines, readOrderLines } from './harm/read.ts';
import { wording } from './harm/wording.ts';

const { values } = parseArgs({
  options: {
    facts: { type: 'string' },
    out: { type: 'string', default: 'src/providers/harm/table/data' },
  },
});
const { out } = values;
const names = namesakes();
const { given, read, corrected, idle } =
  values.facts === undefined ? committed(out) : tablesIn(values.facts);
const tables: WireOrders = {
  format: 1,
  orders: { ...read.orders, ...ownOrders.orders },
  sets: { ...read.sets, ...ownOrders.sets },
};
const known = withOverlay(given, corrected, additions);
const named = unlessKnown(names, known);
const facts = [...known, ...named];
const problems = [...idle, ...estateProblems(facts, tables), ...idleFallbacks(facts, fallbacks)];
if (problems.length > 0) throw new Error(problems.join('\n'));

for (const [provider, rows] of groupFacts(facts, ({ provider }) => provider)) {
  const file = join(out, `${provider}.generated.json`);
  const text = encodeFacts(rows, fallbacks);
  writeFileSync(file, text);
  process.stdout.write(`${file}: ${rows.length} facts, ${text.length} bytes\n`);
}
writeFileSync(join(out, 'orders.generated.json'), encodeOrders(tables));
process.stdout.write(
  `${given.length} given, ${corrected.length} corrected, ${additions.length} added, ${named.length} by name\n`,
);

function tablesIn(folder: string) {
  const table = (name: string) => readFileSync(join(folder, name), 'utf8');
  const read = readOrderLines(table('orders.tsv'));
  const listed = readFactLines(table('harm.tsv'));
  const given = inPlainWords(listed, wording);
  return { given, read, corrected: corrections, idle: idleWording(listed, wording) };
}

function committed(folder: string) {
  const given = givenIn(readCommitted(folder), additions, names);
  const read = readCommittedOrders(folder);
  return { given, read, corrected: openCorrections(corrections, given), idle: [] };
}
