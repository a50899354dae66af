import { describe, expect, it } from 'vitest';
import { readChange } from '../../../src/kubernetes/changes/read.ts';
import type { JsonObject } from '../../../src/model/json.ts';
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
