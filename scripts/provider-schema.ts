/*
 * Writes the compact provider schema that `src/providers/schema/load.ts` reads.
 *
 *   npx tsx scripts/provider-schema.ts --version 5.100.0 [--provider hashicorp/aws]
 *     [--plugins DIR] [--terraform BINARY] [--outline FILE] [--out
 * src/providers/schema/data/aws.br]
 *
 * DIR (or PARLEY_TF_PLUGINS) is a provider mirror; without one, terraform downloads the provider.
 * FILE is an outline of the schema (JSON, plain or gzip; see provider-schema/outline.ts), for a
 * provider that cannot be run here.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { brotliCompressSync, constants, gunzipSync } from 'node:zlib';
import { encodeSchema, type SourceProvider } from './provider-schema/encode.ts';
import { fromOutline, type Outline } from './provider-schema/outline.ts';

interface Options {
  readonly provider: string;
  readonly version: string;
  readonly plugins: string | undefined;
  readonly terraform: string;
  readonly outline: string | undefined;
  readonly out: string;
}

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      provider: { type: 'string', default: 'hashicorp/aws' },
      version: { type: 'string' },
      plugins: { type: 'string' },
      terraform: { type: 'string', default: 'terraform' },
      outline: { type: 'string' },
      out: { type: 'string', default: 'src/providers/schema/data/aws.br' },
    },
  });
  if (values.version === undefined) throw new Error('Give the provider version: --version 5.100.0');
  const plugins = values.plugins ?? process.env['PARLEY_TF_PLUGINS'];
  return { ...values, outline: values.outline, version: values.version, plugins };
}

function providerSchema(options: Options): SourceProvider {
  const dir = mkdtempSync(join(tmpdir(), 'parley-schema-'));
  try {
    const name = options.provider.split('/').at(-1);
    const requirement = { source: options.provider, version: options.version };
    const main = { terraform: { required_providers: { [`${name}`]: requirement } } };
    writeFileSync(join(dir, 'main.tf.json'), JSON.stringify(main));
    const run = (...args: string[]) =>
      execFileSync(options.terraform, args, { cwd: dir, maxBuffer: 1 << 30, encoding: 'utf8' });
    const mirror = options.plugins === undefined ? [] : [`-plugin-dir=${options.plugins}`];
    run('init', '-input=false', '-no-color', ...mirror);
    const schemas = JSON.parse(run('providers', 'schema', '-json')) as {
      provider_schemas: Record<string, SourceProvider>;
    };
    const key = Object.keys(schemas.provider_schemas).find((id) => id.endsWith(options.provider));
    const found = key === undefined ? undefined : schemas.provider_schemas[key];
    if (found === undefined) throw new Error(`terraform gave no schema for ${options.provider}`);
    return found;
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

function outlined(file: string): SourceProvider {
  const bytes = readFileSync(file);
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  return fromOutline(JSON.parse(text) as Outline);
}

const options = readOptions();
const source = options.outline === undefined ? providerSchema(options) : outlined(options.outline);
const text = encodeSchema(options.provider, options.version, source);
const packed = brotliCompressSync(text, {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_LGWIN]: 22,
    [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(text),
  },
});
writeFileSync(options.out, packed);
process.stdout.write(`${options.out}: ${packed.length} bytes, ${text.length} unpacked\n`);
