import { describe, expect, it } from 'vitest';
import { withValueReferences } from '../../../src/reconcile/patch/written-value.ts';

const known = new Map([
  ['arn:aws:s3:::logs', 'aws_s3_bucket.logs.arn'],
  ['sg-1', 'aws_security_group.a.id'],
]);

const written = (value: Parameters<typeof withValueReferences>[0]) =>
  withValueReferences(value, (text) => known.get(text));

describe('a value of a new resource', () => {
  it.each([
    ['a text', 'sg-1', 'aws_security_group.a.id'],
    ['a list', ['sg-1', 'sg-2'], '[aws_security_group.a.id, "sg-2"]'],
    ['an ARN that more follows', 'arn:aws:s3:::logs/*', '"${aws_s3_bucket.logs.arn}/*"'],
    [
      'a document',
      '{"Resource":["arn:aws:s3:::logs","arn:aws:s3:::logs/x/*"]}',
      'jsonencode({\n  Resource = [aws_s3_bucket.logs.arn, "${aws_s3_bucket.logs.arn}/x/*"]\n})',
    ],
    ['a document without references', '{"A":"${b}"}', 'jsonencode({\n  A = "$${b}"\n})'],
  ])('is written with references: %s', (_, value, text) => {
    const input = written(value);

    expect(input.kind).toBe('raw');
    const squeeze = (each: string) => each.replace(/\s+/g, ' ');
    expect(squeeze(input.kind === 'raw' ? input.text : '')).toBe(squeeze(text));
  });

  it.each([
    ['a name that is no reference', 'logs'],
    ['an ARN that only begins alike', 'arn:aws:s3:::logs-old/*'],
    ['a text that looks like the stand-in', 'parley_reference_0_'],
    ['a number', 5],
    ['broken JSON', '{"a":'],
  ])('is left as it is: %s', (_, value) => {
    expect(written(value)).toEqual({ kind: 'json', value });
  });
});
