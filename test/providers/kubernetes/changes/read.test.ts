import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../../src/model/json.ts';
import { readChange } from '../../../../src/providers/kubernetes/changes/read.ts';
import { auditEvent } from '../../catalog/event.ts';

function actionOf(verb: string, body: JsonObject) {
  const target = { group: '', resource: 'configmaps', namespace: 'shop', name: 'settings' };
  const event = auditEvent({
    cloud: 'kubernetes',
    operation: verb,
    request: { verb, target, body },
  });
  const read = readChange(event);
  return read.kind === 'change' ? read.change.action : read;
}

function scaled(body: JsonObject, response: JsonObject) {
  const target = { group: 'apps', resource: 'deployments', subresource: 'scale', name: 'web' };
  const request = { verb: 'update', target, body };
  const read = readChange(
    auditEvent({ cloud: 'kubernetes', operation: 'update', request, response }),
  );
  return read.kind === 'change' ? read.change.action : read;
}

describe('a request of the scale', () => {
  const hidden = { kind: 'hidden', secret: false, path: ['spec', 'replicas'] };
  const sets = (replicas: number) => ({
    kind: 'patch',
    form: 'merge',
    body: { spec: { replicas } },
  });

  it.each<[string, JsonObject, JsonObject, object]>([
    ['a number', { spec: { replicas: 4 } }, {}, sets(4)],
    ['a zero', { spec: { replicas: 0 } }, {}, sets(0)],
    ['a number in the response alone', { spec: {} }, { spec: { replicas: 4 } }, sets(4)],
    ['no member', { spec: {} }, {}, hidden],
    ['no member in the response either', { spec: {} }, { spec: {} }, hidden],
    ['no spec', {}, {}, hidden],
    ['null', { spec: { replicas: null } }, {}, hidden],
  ])('with %s', (_title, body, response, action) => {
    expect(scaled(body, response)).toEqual(action);
  });
});

describe('a patch', () => {
  const patchOf = (patch: string | undefined, body: Json) => {
    const target = { group: 'apps', resource: 'deployments', name: 'web' };
    const request = { verb: 'patch', target, body, ...(patch === undefined ? {} : { patch }) };
    const read = readChange(auditEvent({ cloud: 'kubernetes', operation: 'patch', request }));
    return read.kind === 'change' ? read.change.action : read;
  };

  it.each<[string | undefined, Json, string]>([
    ['strategic', {}, 'strategic'],
    [undefined, {}, 'either'],
    ['json', [], 'json'],
    [undefined, [{ op: 'remove', path: '/spec' }], 'json'],
    ['merge', [], 'json'],
  ])('that the log calls %s, with a body %j, is read as %s', (patch, body, form) => {
    expect(patchOf(patch, body)).toEqual({ kind: 'patch', form, body });
  });
});

describe('a request that makes or replaces an object', () => {
  it.each(['create', 'update'])(
    'has the names of its address where the body has none: %s',
    (verb) => {
      expect(actionOf(verb, { data: { a: '1' } })).toMatchObject({
        body: { data: { a: '1' }, metadata: { name: 'settings', namespace: 'shop' } },
      });
      expect(actionOf(verb, { metadata: { name: 'settings', labels: { a: 'b' } } })).toMatchObject({
        body: { metadata: { name: 'settings', namespace: 'shop', labels: { a: 'b' } } },
      });
    },
  );
});
