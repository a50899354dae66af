import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import {
  CreateBucketCommand,
  DeleteObjectCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import {
  CreateQueueCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createBucketFiles } from '../../../src/adapters/collect/aws/bucket-files.ts';
import { collectRound } from '../../../src/adapters/collect/collect.ts';
import { createSource } from '../../../src/adapters/collect/sources.ts';
import { SourceSettings } from '../../../src/config/sources.ts';
import { readAuditLogs } from '../../../src/evidence/audit/read.ts';
import { type Emulator, startEmulator } from '../../acceptance/harness/emulator.ts';
import { findPython } from '../../acceptance/harness/tools.ts';
import { MemoryLog } from './memory-log.ts';
import { idOf, trailRecord } from './records.ts';
import { fakePace } from './timer.ts';

const python = findPython(process.env);
const account = '123456789012';
const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
const day = 24 * 3_600_000;

const isRequired = (process.env['PARLEY_REQUIRE'] ?? '').split(',').includes('moto');

it.runIf(isRequired)('has an emulator', () => {
  expect(python).toBeDefined();
});

describe.skipIf(python === undefined)('a CloudTrail trail in a bucket', () => {
  let emulator: Emulator;
  let s3: S3Client;
  let sqs: SQSClient;
  let bucket: string;
  let buckets = 0;
  beforeAll(async () => {
    const script = join(import.meta.dirname, '../../acceptance/emulator/emulator.py');
    emulator = await startEmulator(python ?? '', script);
    const common = { region: 'us-east-1', endpoint: emulator.endpoint, credentials };
    s3 = new S3Client({ ...common, forcePathStyle: true });
    sqs = new SQSClient({ ...common, useQueueUrlAsEndpoint: false });
  });
  afterAll(() => emulator?.quit());
  beforeEach(async () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
    buckets += 1;
    bucket = `trail-${buckets}`;
    await s3.send(new CreateBucketCommand({ Bucket: bucket }));
  });
  afterEach(() => vi.unstubAllEnvs());

  /** `.../ACCOUNT/CloudTrail/REGION/DAY/NAME`, with a day `daysAgo` days before today. */
  function keyOf(
    name: string,
    { daysAgo = 0, region = 'us-east-1', base = 'AWSLogs/' } = {},
  ): string {
    const stamp = new Date(Date.now() - daysAgo * day).toISOString();
    const date = stamp.slice(0, 10).replaceAll('-', '/');
    const minute = stamp.slice(0, 16).replaceAll(/[-:]/g, '');
    return `${base}${account}/CloudTrail/${region}/${date}/${account}_CloudTrail_${region}_${minute}Z_${name}.json.gz`;
  }

  async function put(key: string, records: readonly object[]): Promise<string> {
    return putBytes(key, gzipSync(JSON.stringify({ Records: records })));
  }

  async function putBytes(Key: string, Body: Buffer | string): Promise<string> {
    await s3.send(new PutObjectCommand({ Bucket: bucket, Key, Body }));
    return Key;
  }

  const record = (number: number, more: object = {}) =>
    trailRecord(idOf(number), Date.now() - 60_000, { ...more });

  async function collect(log: MemoryLog, more: object = {}, later = 0) {
    const settings = SourceSettings.parse({
      name: 'trail',
      kind: 'cloudtrail-s3',
      bucket,
      region: 'us-east-1',
      endpoint: emulator.endpoint,
      ...more,
    });
    const now = () => new Date(Date.now() + later).toISOString();
    const source = createSource(settings, { env: {}, timer: fakePace(), now });
    if (!source.ok) throw new Error(source.error.message);
    return collectRound([source.value], { now: now() }, { log, now });
  }

  const ids = (...numbers: readonly number[]) => numbers.map(idOf);

  it('is read for all accounts and regions, without digests and read-only records', async () => {
    const base = 'audit/AWSLogs/o-abcdef1234/';
    await put(keyOf('a', { base }), [record(1), record(2, { readOnly: true })]);
    await put(keyOf('b', { base, region: 'eu-central-1' }), [record(3)]);
    await put(keyOf('c', { base: 'audit/AWSLogs/' }), [record(4)]);
    await put(keyOf('d', { base }).replace('/CloudTrail/', '/CloudTrail-Digest/'), [record(5)]);
    await put('audit/AWSLogs/123456789012/Config/us-east-1/x.json.gz', [record(6)]);
    const log = new MemoryLog();
    const report = await collect(log, { prefix: '/audit/' });

    expect(log.ids()).toEqual(ids(1, 3, 4));
    expect(report.streams.map(({ stream, read, added }) => [stream, read, added])).toEqual([
      [`${account}/CloudTrail/us-east-1`, 1, 1],
      [`o-abcdef1234/${account}/CloudTrail/eu-central-1`, 1, 1],
      [`o-abcdef1234/${account}/CloudTrail/us-east-1`, 2, 1],
    ]);
  });

  it('reads each file once, including one that arrives late in an earlier folder', async () => {
    await put(keyOf('a'), [record(1)]);
    const log = new MemoryLog();
    await collect(log);
    await put(keyOf('b'), [record(2)]);
    await put(keyOf('late', { daysAgo: 2 }), [record(3)]);
    const soon = await collect(log, {}, 60_000);
    const within = await collect(log, {}, 2 * 3_600_000);

    expect(soon.streams).toMatchObject([{ read: 1, added: 1 }]);
    expect(within.streams).toMatchObject([{ read: 1, added: 1 }]);
    expect(log.ids()).toEqual(ids(1, 2, 3));
  });

  it('skips damaged files, and reports them', async () => {
    const whole = gzipSync(JSON.stringify({ Records: [record(1), record(2)] }));
    await putBytes(keyOf('cut'), whole.subarray(0, whole.length - 12));
    await putBytes(keyOf('text'), 'no log');
    await put(keyOf('good'), [record(3)]);
    const log = new MemoryLog();
    const report = await collect(log);

    expect(log.ids()).toContain(idOf(3));
    expect(report.streams[0]?.notes.map(({ code }) => code)).toEqual([
      'collect-unreadable',
      'collect-unreadable',
    ]);
    expect(report.streams[0]?.failed).toBeUndefined();
  });

  it('stores a large file in pieces, and loses none if the process dies', async () => {
    const many = Array.from({ length: 2500 }, (_, i) => record(i));
    await put(keyOf('large'), many);
    const log = new MemoryLog();
    let pages = 0;
    log.before = () => {
      pages += 1;
      if (pages === 2) throw new Error('killed');
    };
    await expect(collect(log)).rejects.toThrow('killed');
    log.before = () => undefined;
    await collect(log);

    expect(log.records.size).toBe(2500);
  });

  it('is read directly by its path, without a store', async () => {
    vi.stubEnv('AWS_ENDPOINT_URL_S3', emulator.endpoint);
    await put(keyOf('a'), [record(1), record(2, { readOnly: true })]);
    const own = await put(keyOf('b', { region: 'eu-central-1' }), [record(3)]);
    const files = createBucketFiles('us-east-1', fakePace(), () => new Date().toISOString());
    const eventsOf = async (path: string): Promise<readonly string[]> => {
      const found: string[] = [];
      for await (const item of readAuditLogs([path], { files })) {
        found.push(item.kind === 'event' ? item.event.id : item.kind);
      }
      return found.sort();
    };

    expect(await eventsOf(`s3://${bucket}`)).toEqual(ids(1, 3));
    expect(await eventsOf(`s3://${bucket}/AWSLogs/`)).toEqual(ids(1, 3));
    expect(await eventsOf(`s3://${bucket}/${own}`)).toEqual(ids(3));
    expect(await eventsOf(`s3://${bucket}/AWSLog`)).toEqual(['problem']);
    expect(await eventsOf('s3://no-such-bucket/x')).toEqual(['problem']);
  });

  it('reports a bucket that does not exist', async () => {
    const report = await collect(new MemoryLog(), { bucket: 'no-such-bucket' });

    expect(report.failed).toMatchObject([
      { source: 'trail', problem: { code: 'collect-missing' } },
    ]);
  });

  describe('with a queue', () => {
    let queue: string;
    beforeEach(async () => {
      const { QueueUrl = '' } = await sqs.send(
        new CreateQueueCommand({ QueueName: `notifications-${buckets}` }),
      );
      queue = QueueUrl;
    });

    const send = (body: unknown) =>
      sqs.send(
        new SendMessageCommand({
          QueueUrl: queue,
          MessageBody: typeof body === 'string' ? body : JSON.stringify(body),
        }),
      );

    const created = (key: string, name = bucket) => ({
      Records: [
        {
          eventSource: 'aws:s3',
          eventName: 'ObjectCreated:Put',
          s3: { bucket: { name }, object: { key: encodeURIComponent(key).replaceAll('%20', '+') } },
        },
      ],
    });

    const bySns = (message: unknown) => ({
      Type: 'Notification',
      TopicArn: 'arn:aws:sns:us-east-1:123456789012:trail',
      Message: JSON.stringify(message),
    });

    const bridged = (key: string) => ({
      source: 'aws.s3',
      'detail-type': 'Object Created',
      detail: { bucket: { name: bucket }, object: { key } },
    });

    async function left(): Promise<readonly [visible: number, hidden: number]> {
      const { Attributes } = await sqs.send(
        new GetQueueAttributesCommand({ QueueUrl: queue, AttributeNames: ['All'] }),
      );
      return [
        Number(Attributes?.['ApproximateNumberOfMessages']),
        Number(Attributes?.['ApproximateNumberOfMessagesNotVisible']),
      ];
    }

    const collectQueue = (log: MemoryLog) =>
      collect(log, { queue, sqs_endpoint: emulator.endpoint });

    it('reads the files that messages name, however the messages are wrapped', async () => {
      const base = 'our logs+more/AWSLogs/';
      await send(created(await put(keyOf('a', { base }), [record(1)])));
      await send(bySns(created(await put(keyOf('sns'), [record(2)]))));
      await send(bridged(await put(keyOf('bridge', { base }), [record(3)])));
      const own = { s3Bucket: bucket, s3ObjectKey: [await put(keyOf('own'), [record(4)])] };
      await send(bySns(own));
      await send({ Event: 's3:TestEvent', Bucket: bucket });
      await send(created(keyOf('digest').replace('/CloudTrail/', '/CloudTrail-Digest/')));
      const log = new MemoryLog();
      const report = await collectQueue(log);

      expect(log.ids()).toEqual(ids(1, 2, 3, 4));
      expect(report.streams[0]?.notes).toEqual([]);
      expect(await left()).toEqual([0, 0]);
    });

    it('does not delete a message before its records are stored', async () => {
      await send(created(await put(keyOf('a'), [record(1)])));
      const log = new MemoryLog();
      log.before = () => {
        throw new Error('killed');
      };
      await expect(collectQueue(log)).rejects.toThrow('killed');

      expect(await left()).toEqual([0, 1]);
    });

    it('leaves unreadable messages to the dead-letter queue, and counts them', async () => {
      await send('no JSON');
      await send({ Records: [{ eventSource: 'aws:sqs' }] });
      await send(created(keyOf('a'), 'bucket-of-somebody-else'));
      const gone = await put(keyOf('gone'), [record(1)]);
      await s3.send(new DeleteObjectCommand({ Bucket: bucket, Key: gone }));
      await send(created(gone));
      const log = new MemoryLog();
      const report = await collectQueue(log);

      expect(report.streams[0]?.notes.map(({ code }) => code)).toEqual([
        'collect-missing',
        'collect-poison',
      ]);
      expect(report.streams[0]?.notes[1]?.message).toContain('4 messages are');
      expect(await left()).toEqual([0, 4]);
      const { Messages } = await sqs.send(new ReceiveMessageCommand({ QueueUrl: queue }));
      expect(Messages ?? []).toEqual([]);
    });
  });
});
