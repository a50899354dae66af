import { describe, expect, it } from 'vitest';
import { parseDuration } from '../../src/config/duration.ts';
import { ConfigFile } from '../../src/config/schema.ts';
import { readYamlFile } from '../../src/text/yaml-file.ts';

function read(source: string) {
  return readYamlFile(`sources:\n  - ${source}\n`, 'parley.yaml', ConfigFile);
}

describe('sources', () => {
  it('have defaults', () => {
    expect(read('{ name: a, kind: cloudtrail-lookup, regions: [us-gov-west-1] }')).toMatchObject({
      ok: true,
      value: { sources: [{ overlap: '15m', since: '7d', retention: '90d' }] },
    });
  });

  it.each([
    ['{ name: a, kind: splunk }', 1, 'Use one of cloudtrail-lookup'],
    ['{ name: A, kind: gcp-audit, parents: [projects/p] }', 1, 'lower-case letters'],
    ['{ name: a, kind: gcp-audit, parents: [p] }', 1, 'projects/shop-prod'],
    ['{ name: a, kind: gcp-audit, parents: [] }', 1, 'at least one project'],
    ['{ name: a, kind: gcp-audit, parents: [projects/p], regions: [x] }', 1, '"regions"'],
    ['{ name: a, kind: cloudtrail-lookup, regions: [mars] }', 1, 'Use a region'],
    ['{ name: a, kind: cloudtrail-lookup, regions: [us-east-1], overlap: 5m }', 1, '15m to 24h'],
    ['{ name: a, kind: cloudtrail-lookup, regions: [us-east-1], since: 91d }', 1, '1h to 90d'],
    [
      '{ name: a, kind: cloudtrail-s3, bucket: b-c, region: us-east-1, accounts: [123] }',
      1,
      'text',
    ],
    [
      '{ name: a, kind: cloudtrail-s3, bucket: b-c, region: us-east-1, external_id: x }',
      1,
      'role_arn',
    ],
    ['{ name: a, kind: azure-activity, subscriptions: [x] }', 1, 'Use a subscription id'],
    [
      '{ name: a, kind: gcp-audit, parents: [projects/p] }\n  - { name: a, kind: gcp-audit, parents: [projects/q] }',
      2,
      'two sources called a',
    ],
    [
      '{ name: a, kind: push, cloud: aws, pubsub: { service_account: a@b.example, audience: x } }',
      1,
      'cloud: gcp',
    ],
    ['{ name: a, kind: push, cloud: gcp, pubsub: { audience: x } }', 1, 'service_account'],
    [
      '{ name: a, kind: push, cloud: gcp, pubsub: { service_account: a@b.example, audience: "${A}" } }',
      1,
      'audience',
    ],
  ])('are refused with a place if they are invalid: %s', (source, more, message) => {
    const result = read(source);

    expect(result.ok).toBe(false);
    if (result.ok) return;
    expect(result.error.message).toContain(message);
    expect(result.error.place).toMatchObject({ file: 'parley.yaml', line: 1 + more });
  });

  it('may refer to environment variables in any text', () => {
    const source = `{ name: a, kind: cloudtrail-lookup, regions: ["\${REGION}"], accounts: [{ role_arn: "\${ROLE}" }] }`;
    expect(read(source)).toMatchObject({ ok: true });
  });
});

it.each([
  ['90s', 90_000],
  ['15m', 900_000],
  ['2h', 7_200_000],
  ['7d', 604_800_000],
  ['1w', 604_800_000],
  ['7', undefined],
  ['-1d', undefined],
  ['1.5h', undefined],
  ['', undefined],
])('a duration: %s', (text, milliseconds) => {
  expect(parseDuration(text)).toBe(milliseconds);
});
