/** A policy of these statements. */
export function policy(...statements: readonly object[]): string {
  return JSON.stringify({ Version: '2012-10-17', Statement: statements });
}

export const read = {
  Sid: 'Read',
  Effect: 'Allow',
  Action: ['s3:GetObject', 's3:ListBucket'],
  Resource: ['arn:aws:s3:::b', 'arn:aws:s3:::b/*'],
};

export const publish = {
  Effect: 'Allow',
  Action: 'sns:Publish',
  Resource: '*',
  Condition: { StringEquals: { 'aws:SourceAccount': '123456789012' } },
};

export const bucket = `
locals {
  account = "123456789012"
}

resource "aws_s3_bucket" "b" {
  bucket = "b"
}
`;

export const bucketState = { 'aws_s3_bucket.b': { arn: 'arn:aws:s3:::b', bucket: 'b', id: 'b' } };

/** A role's policy given by an expression. */
export function policyOf(expression: string, more = ''): Record<string, string> {
  return {
    'main.tf': `resource "aws_iam_role_policy" "p" {
  role   = "x"
  policy = ${expression}
}
${more}`,
  };
}

/** A role's policy rendered by a data source with this body. */
export function documentOf(body: string, more = ''): Record<string, string> {
  const source = `data "aws_iam_policy_document" "d" {
${body}}
`;
  return policyOf('data.aws_iam_policy_document.d.json', `\n${source}${more}`);
}
