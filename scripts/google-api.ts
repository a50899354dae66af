/*
 * Writes what the discovery documents of Google Cloud contain about the methods that the catalog
 * maps: `test/providers/catalog/api/google.generated.json`.
 *
 *   pip download --no-deps --dest DIR google-api-python-client
 *   unzip -d DIR DIR/google_api_python_client-*.whl 'googleapiclient/discovery_cache/documents/*'
 *   npx tsx scripts/google-api.ts --documents DIR/googleapiclient/discovery_cache/documents
 *
 * The documents are those of https://www.googleapis.com/discovery/v1/apis, all of which are in that
 * package of 17 MB. Only names are used.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { gcpEntries } from '../src/providers/google/all.ts';
import { encodeGoogleApi } from './google-api/encode.ts';
import { readDocuments } from './google-api/read.ts';

const { values } = parseArgs({
  options: {
    documents: { type: 'string' },
    out: { type: 'string', default: 'test/providers/catalog/api/google.generated.json' },
  },
});

if (values.documents === undefined) throw new Error('Give the documents: --documents DIR');
const text = encodeGoogleApi(readDocuments(values.documents), gcpEntries);
writeFileSync(values.out, text);
process.stdout.write(`${values.out}: ${text.length} bytes\n`);
