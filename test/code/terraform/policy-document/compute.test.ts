import { describe, expect, it } from 'vitest';
import { make, show } from '../config/make.ts';

function minified(body: string, more = ''): unknown {
  const { evaluation } = make(`
    data "aws_iam_policy_document" "it" {
      ${body}
    }
    resource "aws_iam_policy" "user" {
      policy = data.aws_iam_policy_document.it.minified_json
    }
    ${more}
  `);
  return show(evaluation.valueAt('aws_iam_policy.user', ['policy']));
}

const statement = (body: string): string => `statement {\n${body}\n}`;

function policy(...statements: readonly object[]): string {
  return JSON.stringify({ Version: '2012-10-17', Statement: statements });
}

describe('a policy document', () => {
  it.each([
    ['', '{"Version":"2012-10-17"}'],
    [
      statement('actions = ["b", "a", "c", "a"]\nresources = ["x"]'),
      policy({ Effect: 'Allow', Action: ['c', 'b', 'a'], Resource: 'x' }),
    ],
    [
      statement('resources = ["&{aws:username}"]'),
      policy({ Effect: 'Allow', Resource: `\${aws:username}` }),
    ],
    [
      statement('principals {\ntype = "*"\nidentifiers = ["*"]\n}'),
      policy({ Effect: 'Allow', Principal: '*' }),
    ],
    [
      statement('principals {\ntype = "AWS"\nidentifiers = ["*"]\n}'),
      policy({ Effect: 'Allow', Principal: { AWS: '*' } }),
    ],
    [
      `dynamic "statement" {
        for_each = toset(["b", "a"])
        content {
          sid = statement.value
        }
      }`,
      policy({ Sid: 'a', Effect: 'Allow' }, { Sid: 'b', Effect: 'Allow' }),
    ],
  ])('is computed from %j', (body, expected) => {
    expect(minified(body)).toBe(expected);
  });

  it('replaces statements by later ones with the same Sid', () => {
    const source = `jsonencode({ Statement = [{ Sid = "A", Effect = "Deny" }, { Action = "x" }] })`;
    const override = `jsonencode({ Statement = [{ Sid = "B", Effect = "Deny" }] })`;
    const body = `source_policy_documents   = [${source}]
      override_policy_documents = [${override}]
      ${statement('sid = "A"')}
      ${statement('sid = "B"')}`;

    expect(minified(body)).toBe(
      policy({ Sid: 'A', Effect: 'Allow' }, { Action: 'x' }, { Sid: 'B', Effect: 'Deny' }),
    );
  });

  it.each([
    ['a part that is not known yet', statement('resources = [aws_s3_bucket.b.arn]')],
    ['a Sid twice', `${statement('sid = "A"')}\n${statement('sid = "A"')}`],
    ['a source that is no document', 'source_policy_documents = ["none"]'],
    ['null in a list', statement('actions = ["a", null]')],
    [
      'a variable in a version without',
      `version = "2008-10-17"\n${statement('resources = ["&{a}"]')}`,
    ],
  ])('is unknown with %s', (_, body) => {
    expect(minified(body, 'resource "aws_s3_bucket" "b" {}')).toMatch(/^\?/);
  });

  it('is computed from the code, whatever the state says', () => {
    const { evaluation } = make(
      `data "aws_iam_policy_document" "it" {
        version = "2008-10-17"
      }
      resource "aws_iam_policy" "user" {
        policy = data.aws_iam_policy_document.it.minified_json
      }`,
      { 'data.aws_iam_policy_document.it': { minified_json: '{"Version":"2012-10-17"}' } },
    );

    expect(show(evaluation.valueAt('aws_iam_policy.user', ['policy']))).toBe(
      '{"Version":"2008-10-17"}',
    );
  });
});
