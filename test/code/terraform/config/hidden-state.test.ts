import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Value } from '../../../../src/code/hcl/eval/value.ts';
import { canonicalJson, type Json, type JsonObject } from '../../../../src/model/json.ts';
import { cases } from '../../../cases.ts';
import { make } from './make.ts';

const state: Readonly<Record<string, JsonObject>> = {
  'aws_vpc.main': {
    id: 'vpc-1',
    arn: 'arn:aws:ec2:vpc/vpc-1',
    main_route_table_id: '',
    tags_all: { Team: 'net', Env: 'live' },
    ipv6_cidr_block: null,
  },
  'aws_subnet.each["a"]': { id: 'subnet-a', arn: 'arn:a', availability_zone: 'z1' },
  'aws_subnet.each["b"]': { id: 'subnet-b', arn: 'arn:b', availability_zone: 'z2' },
  'aws_sqs_queue.many[0]': { id: 'q0', url: 'https://q0', kms_data_key_reuse_period_seconds: 300 },
  'aws_sqs_queue.many[1]': { id: 'q1', url: 'https://q1', kms_data_key_reuse_period_seconds: 60 },
};

/** References to values that only the state has. */
const references = [
  'aws_vpc.main.id',
  'aws_vpc.main.arn',
  'aws_vpc.main.main_route_table_id',
  'aws_vpc.main.tags_all["Team"]',
  'aws_vpc.main.tags_all',
  'aws_vpc.main.ipv6_cidr_block',
  'aws_subnet.each["a"].id',
  'values(aws_subnet.each)[*].id',
  '[for s in aws_subnet.each : s.availability_zone if s.availability_zone != "z1"]',
  '{ for k, s in aws_subnet.each : s.availability_zone => s.id }',
  'aws_sqs_queue.many[*].url',
  'aws_sqs_queue.many[1].kms_data_key_reuse_period_seconds',
  'keys(aws_vpc.main.tags_all)',
  'local.network',
];

/** Functions that would return a guess if unknown were treated as missing, empty or wrong. */
const wrappers: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => `try(${text}, "fallback")`,
  (text) => `can(${text})`,
  (text) => `coalesce(${text}, "fallback")`,
  (text) => `length(${text})`,
  (text) => `"x-\${jsonencode(${text})}"`,
  (text) => `${text} == null ? "none" : "some"`,
  (text) => `[${text}, "other"]`,
  (text) => `{ a = ${text}, b = 1 }.b`,
  (text) => `contains(["vpc-1", "q0"], ${text})`,
  (text) => `merge({ Team = "other" }, ${text})`,
  (text) => `lookup(${text}, "Team", "fallback")`,
  (text) => `toset([${text}, "vpc-1"])`,
  (text) => `compact([${text}, ""])`,
  (text) => `${text} != "vpc-1" && true`,
  (text) => `true || ${text} == "x"`,
  (text) => `startswith(${text}, "arn:")`,
  (text) => `one([${text}])`,
];

const configuration = (expression: string): string => `
locals {
  network = { vpc = aws_vpc.main.id, zones = values(aws_subnet.each)[*].availability_zone }
}
resource "aws_vpc" "main" {
  cidr_block = "10.0.0.0/16"
}
resource "aws_subnet" "each" {
  for_each = toset(["a", "b"])
  vpc_id   = aws_vpc.main.id
}
resource "aws_sqs_queue" "many" {
  count = 2
  name  = "q\${count.index}"
}
resource "aws_ssm_parameter" "use" {
  value = ${expression}
}
`;

function valueWith(expression: string, known: typeof state): Value | undefined {
  const { evaluation } = make(configuration(expression), known);
  return evaluation.valueAt('aws_ssm_parameter.use', ['value']);
}

/** True if everything known in `part` has the same value in `whole`. */
function agrees(part: Value, whole: Value): boolean {
  // In `whole` only an error is unknown, and its parts may be anything in `part`.
  if (part.kind === 'unknown' || whole.kind === 'unknown') return true;
  if (part.kind === 'list' || part.kind === 'tuple' || part.kind === 'set') {
    if (whole.kind !== part.kind) return false;
    // An unknown member of a set may turn out to equal one of its other members.
    if (part.kind === 'set') return part.elements.every((item) => isAmong(item, whole));
    return (
      part.elements.length === whole.elements.length &&
      part.elements.every((item, index) => agrees(item, whole.elements[index] ?? item))
    );
  }
  if (part.kind === 'map' || part.kind === 'object') {
    if (whole.kind !== 'map' && whole.kind !== 'object') return false;
    return [...part.entries].every(([key, item]) => {
      const other = whole.entries.get(key);
      return other !== undefined && agrees(item, other);
    });
  }
  return canonicalJson(scalar(part)) === canonicalJson(scalar(whole));
}

function isAmong(item: Value, set: Value): boolean {
  return set.kind === 'set' && set.elements.some((other) => agrees(item, other));
}

function scalar(value: Value): Json {
  if (value.kind === 'string' || value.kind === 'bool') return value.value;
  return value.kind === 'number' ? String(value.value) : value.kind;
}

const attributes = Object.entries(state).flatMap(([address, values]) =>
  Object.keys(values).map((name) => ({ address, name })),
);

describe('a value missing from the state', () => {
  it('is never guessed', () => {
    let hidden = 0;
    fc.assert(
      fc.property(
        fc.constantFrom(...references),
        fc.constantFrom(...wrappers),
        fc.constantFrom(...wrappers),
        fc.subarray(attributes, { minLength: 1 }),
        (reference, inner, outer, gone) => {
          const expression = outer(inner(reference));
          const whole = valueWith(expression, state);
          const left = Object.entries(state).map(([address, values]) => {
            const kept = Object.entries(values).filter(
              ([name]) => !gone.some((each) => each.address === address && each.name === name),
            );
            return [address, Object.fromEntries(kept)] as const;
          });
          const part = valueWith(expression, Object.fromEntries(left));
          if (whole === undefined || part === undefined) return;
          if (part.kind === 'unknown') hidden += 1;

          expect(agrees(part, whole), expression).toBe(true);
        },
      ),
      { numRuns: cases(600) },
    );
    expect(hidden).toBeGreaterThan(40);
  });
});
