import { describe, expect, it } from 'vitest';
import type { Want } from '../../../src/model/intent.ts';
import type { Json } from '../../../src/model/json.ts';
import type { Region } from '../../../src/stages/arbitration/region/region.ts';
import {
  accepts,
  anything,
  fieldRegion,
  meet,
  project,
} from '../../../src/stages/arbitration/region/region.ts';

const everyone = { cidr: '0.0.0.0/0' };
const ssh = { cidr: '0.0.0.0/0', port: 22 };
const office = { cidr: '203.0.113.0/24', port: 22 };
const read = { Effect: 'Allow', Action: 's3:GetObject', Resource: '*' };
const policy: Json = { Version: '2012-10-17', Statement: [read] };

function regionFor(...wants: readonly Want[]): Region | undefined {
  let region: Region | undefined = anything;
  for (const want of wants) {
    const own = fieldRegion(want);
    region = own === undefined || region === undefined ? undefined : meet(region, own);
  }
  return region;
}

describe('a region', () => {
  it.each<[string, readonly Want[], Json | undefined, boolean]>([
    [
      'a member that has all a pattern asks for',
      [{ kind: 'excludes', elements: [everyone] }],
      [ssh],
      false,
    ],
    ['members that have not', [{ kind: 'excludes', elements: [everyone] }], [office], true],
    ['nothing at all', [{ kind: 'excludes', elements: [everyone] }], undefined, true],
    ['a member like another', [{ kind: 'contains', elements: [{ port: 22 }] }], [office], true],
    ['no member like it', [{ kind: 'contains', elements: [{ port: 443 }] }], [office], false],
    [
      'a policy that says the same in other words',
      [{ kind: 'eq', value: policy }],
      { Statement: { ...read, Action: ['s3:getobject'] }, Version: '2012-10-17' },
      true,
    ],
    [
      'a policy as text',
      [{ kind: 'eq', value: JSON.stringify(policy) }],
      JSON.stringify(policy, null, 2),
      true,
    ],
    ['a text is not what it holds', [{ kind: 'eq', value: policy }], JSON.stringify(policy), false],
    [
      'a statement of a policy',
      [{ kind: 'contains', elements: [{ Action: ['s3:getobject'] }] }],
      JSON.stringify(policy),
      true,
    ],
    ['an attribute of a document', [{ kind: 'contains', elements: [{ port: 22 }] }], office, true],
    ['a number is no text', [{ kind: 'range', min: 1 }], '3', false],
    ['a list is no set', [{ kind: 'eq', value: ['a', 'b'] }], ['b', 'a'], false],
  ])('accepts or not: %s', (_name, wants, value, expected) => {
    const region = regionFor(...wants);
    expect(region !== undefined && accepts(region, value)).toBe(expected);
  });

  it.each<[string, readonly Want[]]>([
    [
      'ranges apart',
      [
        { kind: 'range', max: 3 },
        { kind: 'range', min: 4 },
      ],
    ],
    [
      'a value outside',
      [
        { kind: 'range', max: 3 },
        { kind: 'eq', value: 4 },
      ],
    ],
    [
      'a member that the other forbids by less',
      [
        { kind: 'contains', elements: [ssh] },
        { kind: 'excludes', elements: [everyone] },
      ],
    ],
    ['gone and there', [{ kind: 'absent' }, { kind: 'contains', elements: [] }]],
    ['nothing to choose from', [{ kind: 'oneOf', values: [] }]],
    ['a range upside down', [{ kind: 'range', min: 2, max: 1 }]],
  ])('is empty: %s', (_name, wants) => {
    expect(regionFor(...wants)).toBeUndefined();
  });

  it.each<[string, readonly Want[], Json, Json]>([
    ['a number to the nearest end', [{ kind: 'range', min: 2, max: 6 }], 9, 6],
    ['a number to the nearest of several', [{ kind: 'oneOf', values: [1, 4, 8] }], 7, 8],
    [
      'a list without what may not be there',
      [{ kind: 'excludes', elements: [everyone] }],
      [ssh, office],
      [office],
    ],
    [
      'a list with what must be there',
      [{ kind: 'contains', elements: [office] }],
      [ssh],
      [ssh, office],
    ],
    [
      'a document without and with attributes',
      [
        { kind: 'excludes', elements: [everyone] },
        { kind: 'contains', elements: [{ owner: 'ops' }] },
      ],
      ssh,
      { port: 22, owner: 'ops' },
    ],
  ])('projects %s', (_name, wants, prefer, expected) => {
    const region = regionFor(...wants);
    expect(
      region === undefined ? undefined : project(region, { kind: 'value', value: prefer }),
    ).toEqual({ kind: 'value', value: expected });
  });
});
