/*
 * Writes the facts that `src/providers/harm/table/load.ts` reads: which change of which attribute does what harm.
 *
 *   npx tsx scripts/harm.ts --facts DIR [--out src/providers/harm/table/data]
 *
 * DIR holds `harm.tsv` (provider, type, path, predicate, dimension, severity, meaning, sources) and
 * `orders.tsv` (name, order or set, rank, value); docs/harm.md says what predicates mean. What
 * documentation contradicts is in `harm/corrections`, what is missing in `harm/additions`, what names of
 * attributes mean in types of which nothing is told in `harm/names.ts`, and what providers take where
 * nothing is set in `harm/fallbacks.ts`. Every type and path is
 * looked up in the schemas that ship with Parley; a fact that does not fit stops the run.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { WireOrders } from '../src/providers/harm/table/format.ts';
import { aws } from './harm/additions/aws.ts';
import { azurerm } from './harm/additions/azurerm.ts';
import { azurermSizes } from './harm/additions/azurerm-sizes.ts';
import { google } from './harm/additions/google.ts';
import { kubernetes } from './harm/additions/kubernetes.ts';
import { ownOrders } from './harm/additions/orders.ts';
import { idleFallbacks, problemsOf } from './harm/check.ts';
import { encodeFacts, encodeOrders, groupFacts, withOverlay } from './harm/compile.ts';
import { corrections } from './harm/corrections.ts';
import { fallbacks } from './harm/fallbacks.ts';
import { namesakes } from './harm/namesakes.ts';
import { readFactLines, readOrderLines } from './harm/read.ts';

const { values } = parseArgs({
  options: {
    facts: { type: 'string' },
    out: { type: 'string', default: 'src/providers/harm/table/data' },
  },
});
if (values.facts === undefined) throw new Error('Give the folder of the facts: --facts DIR');

const given = readFactLines(readFileSync(join(values.facts, 'harm.tsv'), 'utf8'));
const read = readOrderLines(readFileSync(join(values.facts, 'orders.tsv'), 'utf8'));
const tables: WireOrders = {
  format: 1,
  orders: { ...read.orders, ...ownOrders.orders },
  sets: { ...read.sets, ...ownOrders.sets },
};
const additions = [...aws, ...azurerm, ...azurermSizes, ...google, ...kubernetes];
const known = withOverlay(given, corrections, additions);
const named = namesakes(known);
const facts = [...known, ...named];
const problems = [...problemsOf(facts, tables), ...idleFallbacks(facts, fallbacks)];
if (problems.length > 0) throw new Error(problems.join('\n'));

for (const [provider, rows] of groupFacts(facts, ({ provider }) => provider)) {
  const file = join(values.out, `${provider}.generated.json`);
  const text = encodeFacts(rows, fallbacks);
  writeFileSync(file, text);
  process.stdout.write(`${file}: ${rows.length} facts, ${text.length} bytes\n`);
}
writeFileSync(join(values.out, 'orders.generated.json'), encodeOrders(tables));
process.stdout.write(
  `${given.length} given, ${corrections.length} corrected, ${additions.length} added, ${named.length} by name\n`,
);
