/*
 * Writes the operations that `src/providers/derived/load.ts` reads: every operation that changes a
 * resource type of the provider. An entry of `src/providers/aws` for the same operation takes
 * precedence; what is written here then only measures the rules.
 *
 *   npx tsx scripts/derived-rules.ts --models DIR --op-types FILE
 *     [--provider-version 5.100.0] [--out src/providers/derived/data/aws.br]
 *
 * DIR contains the service models of botocore (`service-2.json`, compressed or not), of which only
 * the names of operations and members are used. FILE is JSON, compressed or not: event source ->
 * operation -> resource type -> phases in which the provider calls it (c, u, d, p for put, t for
 * tag, o).
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { brotliCompressSync, constants, gunzipSync } from 'node:zlib';
import { awsEntries } from '../src/providers/aws/all.ts';
import { loadSchema } from '../src/providers/schema/load.ts';
import { deriveAll, type OperationTypes } from './derived-rules/derive.ts';
import { encodeDerivedRules } from './derived-rules/encode.ts';
import { measure } from './derived-rules/measure.ts';
import { readModels } from './derived-rules/models.ts';
import { withOverlay } from './derived-rules/overlay.ts';

const { values } = parseArgs({
  options: {
    models: { type: 'string' },
    'op-types': { type: 'string' },
    'provider-version': { type: 'string', default: '5.100.0' },
    out: { type: 'string', default: 'src/providers/derived/data/aws.br' },
  },
});
const { models, 'op-types': opTypes, out } = values;
if (models === undefined || opTypes === undefined) {
  throw new Error('Give the models and the map: --models DIR --op-types FILE');
}

function readMap(file: string): OperationTypes {
  const bytes = readFileSync(file);
  const text = file.endsWith('.gz') ? gunzipSync(bytes) : bytes;
  return JSON.parse(text.toString('utf8')) as OperationTypes;
}

const schema = loadSchema();
const map = withOverlay(readMap(opTypes));
const derived = deriveAll(map, readModels(models, new Set(Object.keys(map))), schema);
const text = encodeDerivedRules('hashicorp/aws', values['provider-version'], derived);
const packed = brotliCompressSync(text, {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_LGWIN]: 22,
    [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(text),
  },
});
writeFileSync(out, packed);
const { operations, right, derived: found, written: known } = measure(derived, awsEntries);
process.stdout.write(
  `${out}: ${derived.length} operations, ${packed.length} bytes, ${text.length} unpacked\n` +
    `against ${operations} written entries: ${right} of ${found} derived attributes are theirs, of ${known}\n`,
);
