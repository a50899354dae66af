/*
 * Writes the facts that `src/harm/table/load.ts` reads: which change of which attribute does what harm.
 *
 *   npx tsx scripts/harm.ts --facts DIR [--out src/harm/table/data]
 *
 * DIR holds `harm.tsv` (provider, type, path, predicate, dimension, severity, meaning, sources) and
 * `orders.tsv` (name, order or set, rank, value); docs/harm.md says what predicates mean. What
 * documentation contradicts, and what is missing, is in `harm/overlay.ts`. Every type and path is
 * looked up in the schemas that ship with Parley; a fact that does not fit stops the run.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { problemsOf } from './harm/check.ts';
import { encodeFacts, encodeOrders, groupFacts, withOverlay } from './harm/compile.ts';
import { fallbacks } from './harm/fallbacks.ts';
import { additions, corrections } from './harm/overlay.ts';
import { readFactLines, readOrderLines } from './harm/read.ts';

const { values } = parseArgs({
  options: { facts: { type: 'string' }, out: { type: 'string', default: 'src/harm/table/data' } },
});
if (values.facts === undefined) throw new Error('Give the folder of the facts: --facts DIR');

const given = readFactLines(readFileSync(join(values.facts, 'harm.tsv'), 'utf8'));
const tables = readOrderLines(readFileSync(join(values.facts, 'orders.tsv'), 'utf8'));
const facts = withOverlay(given, corrections, additions);
const problems = problemsOf(facts, tables);
if (problems.length > 0) throw new Error(problems.join('\n'));

for (const [provider, rows] of groupFacts(facts, ({ provider }) => provider)) {
  const file = join(values.out, `${provider}.generated.json`);
  const text = encodeFacts(rows, fallbacks);
  writeFileSync(file, text);
  process.stdout.write(`${file}: ${rows.length} facts, ${text.length} bytes\n`);
}
writeFileSync(join(values.out, 'orders.generated.json'), encodeOrders(tables));
process.stdout.write(
  `${given.length} given, ${corrections.length} corrected, ${additions.length} added\n`,
);
