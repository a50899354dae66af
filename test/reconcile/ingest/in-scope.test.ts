import { describe, expect, it } from 'vitest';
import type { AuditItem } from '../../../src/evidence/audit/core/types.ts';
import type { AuditEvent } from '../../../src/model/event.ts';
import { inScope } from '../../../src/reconcile/ingest/in-scope.ts';

function event(id: string, scope: string, sharedId?: string): AuditEvent {
  return {
    id,
    cloud: 'aws',
    scope,
    region: 'us-east-1',
    time: '2026-03-14T02:00:00Z',
    service: 'sqs.amazonaws.com',
    operation: 'SetQueueAttributes',
    outcome: 'success',
    caller: {
      type: 'IAMUser',
      principal: 'arn:aws:iam::123456789012:user/maria',
      userAgent: '',
      sourceIp: '',
      fromConsole: false,
    },
    request: {},
    response: {},
    details: {},
    ...(sharedId === undefined ? {} : { sharedId }),
    omitted: [],
    digest: '0'.repeat(64),
    place: { file: 'x' },
  };
}

const a = event('a', '111', 's');
const b = event('b', '222', 's');
const own = (one: AuditEvent): AuditItem => ({ kind: 'event', event: one });
const copy = (one: AuditEvent, of: string): AuditItem => ({ kind: 'duplicate', event: one, of });
const voids = (id: string, by: string): AuditItem => ({
  kind: 'superseded',
  id,
  by,
  because: 'duplicate',
});

async function read(items: readonly AuditItem[], scopes: readonly string[] | undefined) {
  async function* stream() {
    yield* items;
  }
  const read: string[] = [];
  for await (const item of inScope(stream(), scopes)) {
    const id = 'event' in item ? item.event.id : item.kind === 'superseded' ? item.id : '';
    read.push(`${item.kind} ${id}`);
  }
  return read;
}

describe('events in scope', () => {
  const cases: readonly (readonly [
    string,
    readonly AuditItem[],
    readonly string[] | undefined,
    readonly string[],
  ])[] = [
    ['all without scopes', [own(a), own(b)], undefined, ['event a', 'event b']],
    ['those of the scopes', [own(a), own(b)], ['222'], ['elsewhere a', 'event b']],
    ['scopes in any case', [own(event('x', 'Sub-A'))], ['sub-a'], ['event x']],
    [
      'a call whose first record is of another',
      [own(a), copy(b, 'a')],
      ['222'],
      ['elsewhere a', 'event b'],
    ],
    [
      'a call once',
      [own(a), copy(b, 'a'), copy(b, 'a')],
      ['222'],
      ['elsewhere a', 'event b', 'duplicate b'],
    ],
    ['a copy of a call that counts', [own(a), copy(b, 'a')], ['111'], ['event a', 'elsewhere b']],
    [
      'a call that another record takes the place of',
      [own(b), voids('b', 'a'), own(a)],
      ['111', '222'],
      ['event b', 'superseded b', 'event a'],
    ],
    [
      'a call although a record elsewhere takes its place',
      [own(b), voids('b', 'a'), own(a)],
      ['222'],
      ['event b', 'elsewhere a'],
    ],
    [
      'the record that takes the place of one elsewhere',
      [own(b), voids('b', 'a'), own(a)],
      ['111'],
      ['elsewhere b', 'event a'],
    ],
  ];

  it.each(cases)('are %s', async (_, items, scopes, expected) => {
    expect(await read(items, scopes)).toEqual(expected);
  });
});
