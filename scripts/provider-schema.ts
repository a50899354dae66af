/*
 * Writes the compact provider schema that `src/catalog/schema/load.ts` reads.
 *
 *   npx tsx scripts/provider-schema.ts --version 5.100.0 [--provider hashicorp/aws]
 *     [--plugins DIR] [--terraform BINARY] [--out src/catalog/schema/data/aws.br]
 *
 * DIR (or PARLEY_TF_PLUGINS) is a provider mirror; without one, terraform downloads the provider.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { brotliCompressSync, constants } from 'node:zlib';
import { encodeSchema, type SourceProvider } from './provider-schema/encode.ts';

interface Options {
  readonly provider: string;
  readonly version: string;
  readonly plugins: string | undefined;
  readonly terraform: string;
  readonly out: string;
}

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      provider: { type: 'string', default: 'hashicorp/aws' },
      version: { type: 'string' },
      plugins: { type: 'string' },
      terraform: { type: 'string', default: 'terraform' },
      out: { type: 'string', default: 'src/catalog/schema/data/aws.br' },
    },
  });
  if (values.version === undefined) throw new Error('Give the provider version: --version 5.100.0');
  const plugins = values.plugins ?? process.env['PARLEY_TF_PLUGINS'];
  return { ...values, version: values.version, plugins };
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

const options = readOptions();
const text = encodeSchema(options.provider, options.version, providerSchema(options));
const packed = brotliCompressSync(text, {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_LGWIN]: 22,
    [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(text),
  },
});
writeFileSync(options.out, packed);
process.stdout.write(`${options.out}: ${packed.length} bytes, ${text.length} unpacked\n`);
