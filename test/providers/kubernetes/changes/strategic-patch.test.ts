import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../src/model/json.ts';
import { strategicPatched } from '../../../../src/providers/kubernetes/changes/strategic-patch.ts';

const type = 'apps/Deployment';
const pod = (containers: Json): Json => ({ spec: { template: { spec: { containers } } } });

interface Row {
  readonly title: string;
  readonly value: Json;
  readonly patch: Json;
  readonly expected: Json;
  readonly type?: string;
}

const rows: readonly Row[] = [
  {
    title: 'null removes, maps are merged',
    value: { a: { b: 1, c: 2 }, d: 3 },
    patch: { a: { b: null, e: 4 } },
    expected: { a: { c: 2, e: 4 }, d: 3 },
  },
  {
    title: 'elements are merged by name',
    value: pod([{ name: 'a', image: 'x' }, { name: 'b' }]),
    patch: pod([{ name: 'b', image: 'y' }, { name: 'c' }]),
    expected: pod([{ name: 'a', image: 'x' }, { name: 'b', image: 'y' }, { name: 'c' }]),
  },
  {
    title: '$patch: delete takes an element out',
    value: pod([{ name: 'a' }, { name: 'b' }]),
    patch: pod([{ name: 'a', $patch: 'delete' }]),
    expected: pod([{ name: 'b' }]),
  },
  {
    title: '$patch: replace beside the elements replaces the list',
    value: pod([{ name: 'a' }]),
    patch: pod([{ $patch: 'replace' }, { name: 'z' }]),
    expected: pod([{ name: 'z' }]),
  },
  {
    title: '$patch: replace replaces a map',
    value: { spec: { strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1 } } } },
    patch: { spec: { strategy: { $patch: 'replace', type: 'Recreate' } } },
    expected: { spec: { strategy: { type: 'Recreate' } } },
  },
  {
    title: '$retainKeys leaves nothing else',
    value: { spec: { strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1 } } } },
    patch: { spec: { strategy: { $retainKeys: ['type'], type: 'Recreate' } } },
    expected: { spec: { strategy: { type: 'Recreate' } } },
  },
  {
    title: '$deleteFromPrimitiveList',
    value: { metadata: { finalizers: ['a', 'b'] } },
    patch: { metadata: { '$deleteFromPrimitiveList/finalizers': ['a'] } },
    expected: { metadata: { finalizers: ['b'] } },
  },
  {
    title: 'lists without names are replaced',
    value: pod([{ name: 'a', args: ['x', 'y'] }]),
    patch: pod([{ name: 'a', args: ['z'] }]),
    expected: pod([{ name: 'a', args: ['z'] }]),
  },
  {
    title: 'ports of a Service go by number, and by protocol where that repeats',
    type: 'core/Service',
    value: { spec: { ports: [{ port: 53, protocol: 'UDP' }, { port: 53 }] } },
    patch: { spec: { ports: [{ port: 53, protocol: 'TCP', name: 'tcp' }] } },
    expected: {
      spec: {
        ports: [
          { port: 53, protocol: 'UDP' },
          { port: 53, protocol: 'TCP', name: 'tcp' },
        ],
      },
    },
  },
  {
    title: 'lists of custom types are replaced',
    type: 'example.com/Thing',
    value: { spec: { env: [{ name: 'a' }] } },
    patch: { spec: { env: [{ name: 'b' }] } },
    expected: { spec: { env: [{ name: 'b' }] } },
  },
];

describe('a strategic merge patch', () => {
  it.each(rows)('$title', (row) => {
    expect(strategicPatched(row.type ?? type, row.value, row.patch)).toEqual(row.expected);
  });
});
