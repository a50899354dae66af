import { describe, expect, it } from 'vitest';
import { createStateIndex } from '../../../../src/code/terraform/state/index.ts';
import { parseState } from '../../../../src/code/terraform/state/parse.ts';
import type { ResourceRef } from '../../../../src/model/effect.ts';
import { loadSchema } from '../../../../src/providers/schema/load.ts';
import { entry, stateText } from './sample.ts';

const www = 'https://www.googleapis.com/compute/v1';

function firewall(project: string) {
  const id = `projects/${project}/global/firewalls/web`;
  const self_link = `${www}/${id}`;
  return entry('google_compute_firewall', project, { id, name: 'web', project, self_link });
}

function disk(name: string, zone: string) {
  const id = `projects/shop/zones/${zone}/disks/data`;
  const parts = { name: 'data', project: 'shop', zone: `${www}/projects/shop/zones/${zone}` };
  return entry('google_compute_disk', name, { id, self_link: `${www}/${id}`, ...parts });
}

function database(project: string) {
  return entry('google_sql_database_instance', project, { id: 'main', name: 'main', project });
}

const state = parseState(
  stateText(
    firewall('shop'),
    firewall('lab'),
    disk('a', 'us-east1-a'),
    disk('b', 'us-east1-b'),
    database('shop'),
    database('lab'),
    entry('google_compute_network', 'old', {
      // Provider versions before 3.0 used only the name as the id.
      id: 'main',
      name: 'main',
      project: 'shop',
      self_link: 'https://compute.googleapis.com/compute/beta/projects/shop/global/networks/main',
    }),
  ),
  'x.tfstate',
);
if (!state.ok) throw new Error(state.error.message);
const index = createStateIndex(state.value, loadSchema());

function found(type: string, ...keys: ResourceRef['keys']): string {
  const result = index.find({ type: `google_${type}`, keys });
  return result.kind === 'found' ? (result.resource.address.split('.')[1] ?? '') : result.kind;
}

describe('a resource of Google Cloud is found', () => {
  it.each<[string, string, ResourceRef['keys'], string]>([
    ['by its path', 'compute_firewall', [{ id: 'projects/lab/global/firewalls/web' }], 'lab'],
    [
      'by a self link of another version',
      'compute_firewall',
      [
        {
          self_link:
            'https://compute.googleapis.com/compute/alpha/projects/lab/global/firewalls/web',
        },
      ],
      'lab',
    ],
    [
      'by a full resource name',
      'compute_firewall',
      [{ id: '//compute.googleapis.com/projects/shop/global/firewalls/web' }],
      'shop',
    ],
    [
      'by a zone that the state has as a link',
      'compute_disk',
      [{ project: 'shop', zone: 'us-east1-b', name: 'data' }],
      'b',
    ],
    [
      'by project and name where the id says too little',
      'sql_database_instance',
      [{ project: 'lab', name: 'main' }],
      'lab',
    ],
    [
      'by the self link where the id is of an old provider',
      'compute_network',
      [
        { id: 'projects/shop/global/networks/main' },
        { self_link: 'projects/shop/global/networks/main' },
      ],
      'old',
    ],
    [
      'not by a name in another project',
      'compute_firewall',
      [{ id: 'projects/x/global/firewalls/web' }],
      'none',
    ],
    [
      'not by a name in another zone',
      'compute_disk',
      [{ id: 'projects/shop/zones/us-east1-c/disks/data' }],
      'none',
    ],
    [
      'not by project and name of what lies elsewhere',
      'compute_disk',
      [
        { id: 'projects/shop/zones/us-east1-c/disks/data' },
        { project: 'shop', zone: 'us-east1-c', name: 'data' },
      ],
      'none',
    ],
  ])('%s', (_, type, keys, expected) => {
    expect(found(type, ...keys)).toBe(expected);
  });
});
