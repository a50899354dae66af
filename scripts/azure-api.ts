/*
 * Writes what Azure's API models contain about the operations that the catalog maps, and about the
 * bodies of its types: `test/providers/catalog/api/azure.generated.json`.
 *
 *   npm install --prefix DIR --ignore-scripts $(npx tsx scripts/azure-api.ts --list)
 *   npx tsx scripts/azure-api.ts --packages DIR/node_modules
 *
 * The packages have 290 MB, so they are not dependencies. Each contains tables of its models
 * (`mappers.js`) and of its requests (`operations/*.js`), of which only names are used.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { azureTypes } from '../src/providers/azure/all.ts';
import { encodeApi } from './azure-api/encode.ts';
import { packages } from './azure-api/packages.ts';
import { readPackages } from './azure-api/read.ts';

const { values } = parseArgs({
  options: {
    list: { type: 'boolean', default: false },
    packages: { type: 'string' },
    out: { type: 'string', default: 'test/providers/catalog/api/azure.generated.json' },
  },
});

if (values.list) {
  const names = Object.entries(packages).map(([name, version]) => `@azure/${name}@${version}`);
  process.stdout.write(`${names.join(' ')}\n`);
} else {
  if (values.packages === undefined)
    throw new Error('Give the packages: --packages DIR/node_modules');
  const text = encodeApi(await readPackages(values.packages), azureTypes);
  writeFileSync(values.out, text);
  process.stdout.write(`${values.out}: ${text.length} bytes\n`);
}
