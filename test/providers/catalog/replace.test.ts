import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/model/json.ts';
import { aws } from '../../../src/providers/aws/aws.ts';
import { number, set } from '../../../src/providers/catalog/sources.ts';
import { sets } from './changes.ts';
import { auditEvent, estateOf, rawChangesOf } from './event.ts';

const service = 'monitoring.amazonaws.com';
const put = aws(service, [
  {
    type: 'aws_thing',
    calls: { PutThing: 'put' },
    identity: [{ name: 'thingName' }],
    fields: {
      name: 'thingName',
      size: number('size'),
      actions: set('actions'),
      'block.0.unit': 'block.unit',
    },
    resets: { size: 0, actions: [], block: [], mode: 'standard', 'deep.0.on': false },
    defaults: { size: 0 },
    importId: 'thingName',
  },
]);

function run(request: JsonObject, attributes?: JsonObject, more = {}) {
  const event = auditEvent({ service, operation: 'PutThing', request, ...more });
  const things =
    attributes === undefined
      ? []
      : [{ address: 'aws_thing.a', attributes: { name: 'a', ...attributes } }];
  const changes = rawChangesOf(put, event, estateOf(...things));
  return typeof changes === 'string' ? changes : changes.map(([, change]) => change);
}

describe('a call that replaces', () => {
  it('makes what is not there', () => {
    expect(run({ thingName: 'a', size: 0, actions: [] })).toEqual([
      { kind: 'create', attributes: { name: 'a' }, importId: 'a' },
    ]);
  });

  it('resets what it leaves out, but not what it speaks of, nor the name', () => {
    expect(run({ thingName: 'a', size: 3, block: { unit: 'x' } }, {})).toEqual(
      sets({ size: 3, 'block.0.unit': 'x', actions: [], mode: 'standard', 'deep.0.on': false }),
    );
  });

  it.each<[string, Json, Json]>([
    ['size', null, null],
    ['size', 5, 0],
    ['actions', null, null],
    ['actions', ['x'], []],
    ['block', [], []],
    ['mode', '', 'standard'],
    ['mode', 'other', 'standard'],
  ])('with %s at %j leaves %j', (name, before, after) => {
    expect(run({ thingName: 'a' }, { [name]: before })).toContainEqual(sets({ [name]: after })[0]);
  });

  it('reads nested values of the state', () => {
    expect(run({ thingName: 'a' }, { deep: [{ on: null }] })).toContainEqual(
      sets({ 'deep.0.on': null })[0],
    );
    expect(run({ thingName: 'a' }, { deep: [{ on: true }] })).toContainEqual(
      sets({ 'deep.0.on': false })[0],
    );
  });

  it('says nothing when the log cut its request', () => {
    const cut = { omitted: ['request'] as const };

    expect(run({ thingName: 'a' }, {}, cut)).toEqual([
      { kind: 'set', path: [], value: { kind: 'omitted' } },
    ]);
    expect(run({}, {}, cut)).toMatch(/left out the request/);
  });
});
