import { openArtifactStore } from '../../../src/adapters/oci/open.ts';
import { openCatalogue } from '../../../src/app/resource/catalogue.ts';
import { pushResource } from '../../../src/app/resource/push.ts';
import { readKind } from '../../../src/stages/resource/kind.ts';

/** Pushes and reports each push until it is killed: `node pusher.ts PLACE NAME`. */
const [, , location = '', name = ''] = process.argv;
const template = { language: 'terraform', text: '', file: 'template.tf' } as const;
const kind = readKind('kind: Route\nschema: { type: object }', template, 'kind.yaml');
const store = openArtifactStore(location, { env: {}, cwd: '/' });
if (!kind.ok || !store.ok) throw new Error('The place cannot be opened.');
const catalogue = openCatalogue(store.value, 'killed');
const kinds = new Map([['Route', kind.value]]);
for (let turn = 0; ; turn += 1) {
  const resource = { tenant: 'killed', kind: 'Route', name, spec: { turn, pid: process.pid } };
  const push = await pushResource({ catalogue, kinds }, resource, { isTrial: false });
  if (!push.ok) throw new Error(push.error.message);
  process.stdout.write(`${push.value.pushed.digest}\n`);
}
