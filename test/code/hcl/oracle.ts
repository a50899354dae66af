import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, it } from 'vitest';

const folder = process.env['PARLEY_ORACLES'];
const required = (process.env['PARLEY_REQUIRE'] ?? '').includes('oracles');

/**
 * Runs tests over the cases of one oracle file. If the oracles are missing, the tests are skipped,
 * or fail if PARLEY_REQUIRE demands them.
 */
export function describeOracle<Case>(file: string, tests: (cases: readonly Case[]) => void): void {
  if (folder !== undefined) {
    const { cases } = readOracle<Case>(folder, file);
    describe(`oracle ${file}`, () => tests(cases));
  } else if (required) {
    it(`oracle ${file}`, () => {
      throw new Error('Set PARLEY_ORACLES to the folder of the oracles.');
    });
  } else it.skip(`oracle ${file}`, () => undefined);
}

function readOracle<Case>(from: string, file: string): { readonly cases: readonly Case[] } {
  const bytes = readFileSync(path.join(from, 'hcl', file));
  return JSON.parse((file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8'));
}
