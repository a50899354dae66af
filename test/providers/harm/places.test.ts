import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/model/json.ts';
import { assessHarm } from '../../../src/providers/harm/assess-harm.ts';
import type { MarkedChange } from '../../../src/providers/harm/change.ts';
import { factsOf, shipped } from './facts.ts';

function directionOf(
  predicate: string,
  path: string,
  before: JsonObject,
  after: JsonObject,
): string {
  const facts = factsOf('aws_thing', [[path, predicate, 'security', 4, 'it is worse', 'own']]);
  const [first] = assessHarm(facts, { type: 'aws_thing', before, after });
  return first === undefined ? 'nothing' : (first.doubt ?? first.direction);
}

const on = (name: string, over: JsonObject = {}) => ({ name, at: true, ...over });
const off = (name: string, over: JsonObject = {}) => ({ name, at: false, ...over });

describe('a guard', () => {
  it.each<[string, string, JsonObject, JsonObject, string]>([
    [
      'holds in the same element',
      '= false when in.name = b',
      { in: [on('a'), on('b')] },
      { in: [on('a'), off('b')] },
      'weakens',
    ],
    [
      'is not asked of another element',
      '= false when in.name = a',
      { in: [on('a'), on('b')] },
      { in: [on('a'), off('b')] },
      'nothing',
    ],
    [
      'is asked of the old side of what is gone',
      '= false or removed when in.name = b',
      { in: [on('a'), on('b')] },
      { in: [on('a')] },
      'weakens',
    ],
    [
      'is asked anywhere else',
      '= false when kind = big',
      { kind: 'big', in: [on('a')] },
      { kind: 'BIG', in: [off('a')] },
      'weakens',
    ],
    [
      'is asked of the new side',
      '= false when kind = big',
      { kind: 'big', in: [on('a')] },
      { kind: 'small', in: [off('a')] },
      'nothing',
    ],
    [
      'holds for what is not there, where it says not',
      '= false when kind != big',
      { in: [on('a')] },
      { in: [off('a')] },
      'weakens',
    ],
    [
      'asks for all',
      '= false when kind = big and in.name = b',
      { kind: 'big', in: [on('a')] },
      { kind: 'big', in: [off('a')] },
      'nothing',
    ],
    [
      'cannot be determined where its value is hidden',
      '= false when kind = big',
      { kind: '***', in: [on('a')] },
      { kind: '***', in: [off('a')] },
      'cannot-tell',
    ],
    [
      'is asked of what lies in a list elsewhere',
      '= false when other.kind in (x, y)',
      { other: [{ kind: 'z' }, { kind: 'Y' }], in: [on('a')] },
      { other: [{ kind: 'z' }, { kind: 'Y' }], in: [off('a')] },
      'weakens',
    ],
  ])('%s', (_, predicate, before, after, expected) => {
    expect(directionOf(predicate, 'in.at', before, after)).toBe(expected);
  });
});

describe('elements of a block', () => {
  it.each<[string, JsonObject, JsonObject, string]>([
    [
      'belong together by name',
      { in: [on('a'), off('b')] },
      { in: [on('b'), off('a')] },
      'weakens',
    ],
    ['may be written as one or as a list of one', { in: on('a') }, { in: [off('a')] }, 'weakens'],
    ['do harm where a new one says it', { in: [on('a')] }, { in: [on('a'), off('b')] }, 'weakens'],
    [
      'do none where a new one leaves it out',
      { in: [on('a')] },
      { in: [on('a'), { name: 'b' }] },
      'nothing',
    ],
    ['do none where a good one goes', { in: [on('a'), on('b')] }, { in: [on('a')] }, 'nothing'],
    ['are gone all together', { in: [on('a')] }, { in: [] }, 'weakens'],
    [
      'belong together by their ports',
      {
        in: [
          { from_port: 1, at: true },
          { from_port: 2, at: true },
        ],
      },
      {
        in: [
          { from_port: 2, at: false },
          { from_port: 1, at: true },
        ],
      },
      'weakens',
    ],
    [
      'belong together by what they have in common',
      {
        in: [
          { arn: 'x', at: true },
          { arn: 'y', at: true },
        ],
      },
      {
        in: [
          { arn: 'y', at: false },
          { arn: 'x', at: true },
        ],
      },
      'weakens',
    ],
  ])('%s', (_, before, after, expected) => {
    expect(directionOf('= false or removed', 'in.at', before, after)).toBe(expected);
  });
});

describe('AWS tags', () => {
  it.each<[string, JsonObject, JsonObject, number]>([
    ['are gone', { tags: { Owner: 'a' } }, { tags: {} }, 2],
    [
      'are still there where the provider adds them',
      { tags: { Owner: 'a' }, tags_all: { Owner: 'a' } },
      { tags: {}, tags_all: { Owner: 'a' } },
      0,
    ],
    [
      'are gone where the provider no longer adds them',
      { tags: {}, tags_all: { Owner: 'a' } },
      { tags: {}, tags_all: {} },
      2,
    ],
    ['are others of less weight', { tags: { color: 'a' } }, { tags: {} }, 1],
    ['have other values', { tags: { Owner: 'a' } }, { tags: { Owner: 'b' } }, 0],
  ])('%s', (_, before, after, severity) => {
    const [first] = assessHarm(shipped, { type: 'aws_sqs_queue', before, after });
    expect(first?.severity ?? 0).toBe(severity);
  });
});

const pod = (securityContext: JsonObject) => ({ containers: [{ name: 'a', securityContext }] });
const init = (securityContext: JsonObject) => ({
  initContainers: [{ name: 'a', securityContext }],
});
const snake = (security_context: JsonObject) => [
  { container: [{ name: 'a', security_context: [security_context] }] },
];
const within = (
  template: (context: JsonObject) => JsonObject | readonly JsonObject[],
  wrap: (spec: JsonObject | readonly JsonObject[]) => JsonObject,
) => [{ privileged: false }, { privileged: true }].map((context) => wrap(template(context)));

describe('pods', () => {
  it.each<[string, readonly JsonObject[]]>([
    ['apps/Deployment', within(pod, (spec) => ({ spec: { template: { spec } } }))],
    ['apps/Deployment', within(init, (spec) => ({ spec: { template: { spec } } }))],
    ['apps/StatefulSet', within(pod, (spec) => ({ spec: { template: { spec } } }))],
    ['apps/DaemonSet', within(pod, (spec) => ({ spec: { template: { spec } } }))],
    ['batch/Job', within(pod, (spec) => ({ spec: { template: { spec } } }))],
    [
      'batch/CronJob',
      within(pod, (spec) => ({ spec: { jobTemplate: { spec: { template: { spec } } } } })),
    ],
    ['core/Pod', within(pod, (spec) => ({ spec }))],
    ['kubernetes_pod_v1', within(snake, (spec) => ({ spec }))],
    [
      'kubernetes_cron_job_v1',
      within(snake, (spec) => ({
        spec: [{ job_template: [{ spec: [{ template: [{ spec }] }] }] }],
      })),
    ],
    [
      'kubernetes_manifest',
      within(pod, (spec) => ({ manifest: { kind: 'Job', spec: { template: { spec } } } })),
    ],
  ])('of %s are known', (type, [before = {}, after = {}]) => {
    const [first] = assessHarm(shipped, { type, before, after });
    expect([first?.dimension, first?.severity, first?.direction]).toEqual([
      'security',
      5,
      'weakens',
    ]);
  });
});

describe('values that are hidden', () => {
  const listener = { protocol: 'HTTPS', ssl_policy: 'ELBSecurityPolicy-TLS13-1-2-2021-06' };

  it.each<[string, Pick<MarkedChange, 'after' | 'unknown'>, readonly string[]]>([
    [
      'as in a plan',
      { after: { protocol: 'HTTPS' }, unknown: { after: { ssl_policy: true } } },
      ['ssl_policy'],
    ],
    ['as in a log', { after: { protocol: '***', ssl_policy: '***' } }, ['protocol', 'ssl_policy']],
    [
      'but not where nothing is marked',
      { after: listener, unknown: { after: { ssl_policy: false, arn: true } } },
      [],
    ],
  ])('cannot be determined, %s', (_, sides, fields) => {
    const harm = assessHarm(shipped, { type: 'aws_lb_listener', before: listener, ...sides });
    expect(harm.map(({ field, doubt }) => `${field} ${doubt}`)).toEqual(
      fields.map((field) => `${field} cannot-tell`),
    );
  });

  it('are not mistaken for removed blocks', () => {
    const harm = assessHarm(shipped, {
      type: 'aws_wafv2_web_acl',
      before: { rule: [{ name: 'a', action: [{ block: [{}] }] }] },
      after: {},
      unknown: { after: { rule: true } },
    });
    expect(harm.length).toBeGreaterThan(0);
    expect(harm.filter(({ doubt }) => doubt !== 'cannot-tell')).toEqual([]);
  });
});
