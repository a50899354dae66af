import { describe, expect, it } from 'vitest';
import { keepTypes } from './schema-message.ts';

/** A length-delimited protobuf field. */
function field(number: number, content: Buffer): Buffer {
  return Buffer.concat([varint(number * 8 + 2), varint(content.length), content]);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (let left = value; ; left = Math.floor(left / 128)) {
    if (left < 128) return Buffer.from([...bytes, left]);
    bytes.push((left % 128) + 128);
  }
}

const schemaOf = (map: number, type: string, schema = 'schema'): Buffer =>
  field(map, Buffer.concat([field(1, Buffer.from(type)), field(2, Buffer.from(schema))]));

const provider = field(1, Buffer.from('provider'));
const queue = schemaOf(2, 'aws_sqs_queue', 'long'.repeat(10_000));
const bucket = schemaOf(2, 'aws_s3_bucket');
const document = schemaOf(3, 'aws_iam_policy_document');
const secret = schemaOf(8, 'aws_secretsmanager_secret_version');
const capabilities = field(6, Buffer.from([8, 1]));
const all = [provider, queue, bucket, document, secret, capabilities];

describe('a schema reduced to some types', () => {
  it.each([
    ['no type', [], [provider, capabilities]],
    ['a resource', ['aws_sqs_queue'], [provider, queue, capabilities]],
    ['data', ['aws_iam_policy_document'], [provider, document, capabilities]],
    ['what is there', ['aws_s3_bucket', 'aws_nothing'], [provider, bucket, capabilities]],
    ['what does not last', ['aws_secretsmanager_secret_version'], [provider, secret, capabilities]],
  ])('keeps the rest as it was: %s', (_, types, kept) => {
    expect(keepTypes(Buffer.concat(all), new Set(types)).equals(Buffer.concat(kept))).toBe(true);
  });

  it('is not made from a truncated message', () => {
    expect(() => keepTypes(Buffer.from([0x92]), new Set())).toThrow('ends within a number');
  });
});
