/*
 * Runs all tests in full, and compares the generated lists of Azure and Google Cloud with what the
 * clouds publish.
 *
 *   npm run test:nightly [-- FILE ...]
 *
 * The models of both clouds are not dependencies: Azure's packages have 290 MB. They are fetched
 * into `PARLEY_MODELS` (by default a folder in the machine's temporary one), unless
 * `PARLEY_AZURE_MODELS` and `PARLEY_GOOGLE_MODELS` locate them. If something cannot be fetched, the
 * run fails after the tests.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packages } from './azure-api/packages.ts';

const folder = process.env['PARLEY_MODELS'] ?? join(tmpdir(), 'parley-models');
const full = {
  PARLEY_CASES: 'all',
  PARLEY_CHAOS: 'all',
  PARLEY_CHAOS_SCANS: '200',
  PARLEY_DELIVERIES: 'all',
  PARLEY_FUZZ: 'all',
};

const azure = process.env['PARLEY_AZURE_MODELS'] ?? fetchAzure(join(folder, 'azure'));
const google = process.env['PARLEY_GOOGLE_MODELS'] ?? fetchGoogle(join(folder, 'google'));
const isTested = run('npx', ['vitest', 'run', ...process.argv.slice(2)], {
  ...full,
  ...(azure === undefined ? {} : { PARLEY_AZURE_MODELS: azure }),
  ...(google === undefined ? {} : { PARLEY_GOOGLE_MODELS: google }),
});
const missing = [azure ? '' : 'Azure', google ? '' : 'Google Cloud'].filter((name) => name !== '');
if (missing.length > 0) {
  process.stderr.write(`The models of ${missing.join(' and ')} could not be fetched.\n`);
}
process.exitCode = isTested && missing.length === 0 ? 0 : 1;

/** The folder of the packages, in the listed versions. npm keeps those that are already there. */
function fetchAzure(to: string): string | undefined {
  mkdirSync(to, { recursive: true });
  const names = Object.entries(packages).map(([name, version]) => `@azure/${name}@${version}`);
  const flags = ['--ignore-scripts', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  const isThere = run('npm', ['install', '--prefix', to, ...flags, ...names]);
  return isThere ? join(to, 'node_modules') : undefined;
}

/** The folder of the discovery documents, all of which are in the Python client. */
function fetchGoogle(to: string): string | undefined {
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to, { recursive: true });
  const name = 'google-api-python-client';
  run('python3', ['-m', 'pip', 'download', '--quiet', '--no-deps', '--dest', to, name]);
  const wheel = readdirSync(to).find((file) => file.endsWith('.whl'));
  if (wheel === undefined || !run('python3', ['-m', 'zipfile', '-e', join(to, wheel), to])) {
    return undefined;
  }
  const documents = join(to, 'googleapiclient', 'discovery_cache', 'documents');
  return existsSync(documents) ? documents : undefined;
}

function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): boolean {
  const { status } = spawnSync(command, args, {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  return status === 0;
}
