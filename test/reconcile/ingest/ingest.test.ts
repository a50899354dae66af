import { describe, expect, it } from 'vitest';
import type { AuditItem, AuditReading } from '../../../src/evidence/audit/core/types.ts';
import type { AuditEvent } from '../../../src/model/event.ts';
import type { Problem } from '../../../src/model/result.ts';
import { joinHalves } from '../../../src/reconcile/halves/join.ts';
import { ingest } from '../../../src/reconcile/ingest/ingest.ts';
import { checkRegions } from '../../../src/reconcile/ingest/regions.ts';

function event(id: string, more: Partial<AuditEvent> = {}): AuditEvent {
  return {
    id,
    cloud: 'aws',
    scope: '123456789012',
    region: 'us-east-1',
    time: '2026-03-14T03:00:00Z',
    service: 'sqs.amazonaws.com',
    operation: 'SetQueueAttributes',
    outcome: 'success',
    caller: {
      type: 'IAMUser',
      principal: 'arn:aws:iam::123456789012:user/ben',
      userName: 'ben',
      userAgent: 'aws-cli/2',
      sourceIp: '198.51.100.61',
      fromConsole: false,
    },
    request: { large: 'x'.repeat(1000) },
    response: {},
    details: {},
    omitted: [],
    digest: '0'.repeat(64),
    place: { file: 'log.json', record: 0 },
    ...more,
  };
}

function reading(items: readonly AuditItem[]): AuditReading {
  return {
    async *[Symbol.asyncIterator]() {
      yield* items;
    },
    counts: () => ({ files: 1, skippedFiles: {}, read: 9, kept: 8, dropped: { 'read-only': 1 } }),
  };
}

const tools = {
  touched: () => undefined,
  signatures: [],
  translate: ({ id }: AuditEvent) =>
    ({
      kind: 'effects',
      redacted: false,
      effects: [
        {
          event: id,
          time: '',
          resource: { type: 'aws_sqs_queue', keys: [] },
          change: { kind: 'delete' },
        },
      ],
    }) as const,
};

const bad: Problem = {
  code: 'record-json',
  message: 'This is not JSON.',
  place: { file: 'b.json' },
};

function never(error: Problem): never {
  throw new Error(error.message);
}

describe('gather', () => {
  it('bases nothing on calls without an end, and says so once per operation', async () => {
    const call = { operation: 'networks.insert', service: 'compute.googleapis.com' };
    const items: readonly AuditItem[] = [
      { kind: 'unfinished', event: event('a', call) },
      { kind: 'unfinished', event: event('b', call) },
      { kind: 'unfinished', event: event('c', { operation: 'evil\u001b[2J' }) },
    ];
    const result = await ingest(reading(items), tools);
    const ingested = result.ok ? result.value : never(result.error);
    const { events, trace, unresolved } = joinHalves(ingested, undefined).ingested;

    expect(events.size).toBe(0);
    expect(trace.map((line) => [line.event, line.disposition])).toEqual([
      ['a', 'unresolved'],
      ['b', 'unresolved'],
      ['c', 'unresolved'],
    ]);
    expect(unresolved).toMatchObject([
      { code: 'unfinished-call', event: 'a', suggestion: expect.stringContaining('later') },
      { code: 'unfinished-call', event: 'c' },
    ]);
    expect(unresolved[0]?.reason).toContain('in 2 calls');
    expect(JSON.stringify(unresolved)).not.toContain('\u001b');
  });

  it('keeps what changed something, translated, and without the request', async () => {
    const items = [{ kind: 'event', event: event('a') }] as const;
    const result = await ingest(reading(items), tools);
    const kept = result.ok ? result.value.events.get('a') : undefined;

    expect(kept).toMatchObject({ id: 'a', operation: 'SetQueueAttributes', region: 'us-east-1' });
    expect(kept?.translation).toMatchObject({ kind: 'effects', effects: [{ event: 'a' }] });
    expect(JSON.stringify(kept)).not.toContain('xxx');
    expect(result).toMatchObject({ ok: true, value: { read: 9, kept: 8, trace: [] } });
  });

  it('sets aside what changed nothing, with the reason', async () => {
    const items: readonly AuditItem[] = [
      { kind: 'event', event: event('a') },
      { kind: 'duplicate', event: event('a'), of: 'a' },
      { kind: 'event', event: event('b', { outcome: 'failure', errorCode: 'Access\u001bDenied' }) },
      { kind: 'event', event: event('c', { outcome: 'failure' }) },
      { kind: 'event', event: event('d', { outcome: 'dry-run' }) },
      { kind: 'superseded', id: 'a', by: 'e', because: 'corrected' },
      { kind: 'event', event: event('e') },
      { kind: 'superseded', id: 'nobody', by: 'e', because: 'corrected' },
    ];
    const result = await ingest(reading(items), tools);
    const { events, trace } = result.ok ? result.value : { events: new Map(), trace: [] };

    expect([...events.keys()]).toEqual(['e']);
    expect(trace.map((line) => [line.event, line.disposition, line.because])).toEqual([
      ['a', 'duplicate', 'The same record was delivered before.'],
      ['b', 'failed', 'The call failed with Access\\u{1b}Denied: nothing changed.'],
      ['c', 'failed', 'The call failed: nothing changed.'],
      ['d', 'failed', 'It was a dry run: nothing changed.'],
      ['a', 'duplicate', 'Event e corrects this record.'],
    ]);
  });

  it.each([
    ['', false],
    [' that waits', true],
  ])(
    'counts a change of a stranger%s as a duplicate once another record stands for it',
    async (_, waits) => {
      const items: readonly AuditItem[] = [
        { kind: 'event', event: event('a') },
        { kind: 'event', event: event('b') },
        { kind: 'superseded', id: 'a', by: 'b', because: 'duplicate' },
      ];
      const resource = { type: 'aws_sqs_queue', keys: [{ name: 'theirs' }] };
      const irrelevantEvent = () => ({ resource, waits });
      const translate = ({ id, time }: AuditEvent) => {
        const effect = { event: id, time, resource, change: { kind: 'delete' } } as const;
        return { kind: 'effects', effects: [effect], redacted: false } as const;
      };
      const reported = await ingest(reading(items), { ...tools, translate, irrelevantEvent });
      const silent = await ingest(reading(items), {
        ...tools,
        translate,
        irrelevantEvent,
        traced: false,
      });
      const { trace } = reported.ok ? reported.value : never(reported.error);

      expect(trace.map((line) => [line.event, line.disposition, line.because])).toEqual([
        ['a', 'duplicate', 'Event b is the same call, as another account saw it.'],
        ['b', 'unmanaged', 'aws_sqs_queue (theirs): it is not in the state.'],
      ]);
      expect(silent).toMatchObject({ ok: true, value: { trace: [], passedBy: waits ? 1 : 2 } });
    },
  );

  it('reports bad records, and ends when input that was asked for is missing', async () => {
    const one = await ingest(reading([{ kind: 'problem', problem: bad, fatal: false }]), tools);
    const all = await ingest(
      reading([
        { kind: 'event', event: event('a') },
        { kind: 'problem', problem: bad, fatal: true },
      ]),
      tools,
    );

    expect(one).toMatchObject({
      ok: true,
      value: { unresolved: [{ code: 'record-json', place: { file: 'b.json' } }] },
    });
    expect(all).toEqual({ ok: false, error: bad });
  });
});

describe('regions', () => {
  async function check(...regions: readonly string[]) {
    const items = regions.map(
      (region, i) => ({ kind: 'event', event: event(`e${i}`, { region }) }) as const,
    );
    const result = await ingest(reading(items), tools);
    return checkRegions(result.ok ? result.value : never(result.error));
  }

  it.each([
    'us-east-1',
    'ap-southeast-7',
    'mx-central-1',
    'us-gov-west-1',
    'cn-northwest-1',
    'us-isob-east-1',
    'eu-isoe-west-1',
    'eusc-de-east-1',
  ])('%s is one', async (region) => {
    expect(await check(region)).toEqual({ ok: true, value: [] });
  });

  it.each(['mars-north-1', 'us-east', 'us-east-1a', 'global', 'apiso-northsouth-3r'])(
    '%s is none, and a log of nothing else is the wrong one',
    async (region) => {
      expect(await check(region, region)).toMatchObject({
        ok: false,
        error: { code: 'unknown-region', message: `AWS has no region ${region} (2 records).` },
      });
    },
  );

  it('that are invalid are reported once each, among others', async () => {
    const result = await check('mars-1', 'us-east-1', 'mars-1', 'moon-2');

    expect(result).toMatchObject({
      ok: true,
      value: [
        { reason: 'AWS has no region mars-1 (2 records).' },
        { reason: 'AWS has no region moon-2.' },
      ],
    });
  });

  it('of an empty log are fine', async () => {
    expect(await check()).toEqual({ ok: true, value: [] });
  });
});
