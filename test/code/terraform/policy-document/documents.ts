import fc from 'fast-check';
import type { Json } from '../../../../src/model/json.ts';

/** Bodies of `aws_iam_policy_document`, named after their peculiarities. */
export const documents: Readonly<Record<string, string>> = {
  empty: '',
  plain: `statement {
 actions = ["s3:GetObject"]
 resources = ["*"]
 }`,
  several: `statement {
    actions   = ["s3:b", "s3:C", "s3:a", "S3:a", "s3:a"]
    resources = ["arn:aws:s3:::b/*", "arn:aws:s3:::a"]
  }`,
  deny: `statement {
 effect = "Deny"
 not_actions = ["iam:*"]
 not_resources = ["x", "y"]
 }`,
  identity: `policy_id = "Some-Id"
  version = "2008-10-17"
  statement {
    sid     = "A1"
    actions = ["*"]
  }`,
  nulls: `version = null
  policy_id = null
  source_policy_documents = null
  statement {
    sid           = null
    effect        = null
    actions       = null
    not_actions   = []
    resources     = ["*"]
  }`,
  variables: `statement {
    actions   = ["iam:&{x}"]
    resources = ["arn:aws:iam::*:user/&{aws:username}", "$\${aws:userid}"]
    principals {
      type        = "AWS"
      identifiers = ["&{aws:x}"]
    }
    condition {
      test     = "StringLike"
      variable = "s3:prefix"
      values   = ["home/&{aws:username}/*", "", "home/"]
    }
  }`,
  everybody: `statement {
 principals {
 type = "*"
 identifiers = ["*"]
 }
 }`,
  anyAws: `statement {
 principals {
 type = "AWS"
 identifiers = ["*"]
 }
 }`,
  manyPrincipals: `statement {
    principals {
      type        = "Service"
      identifiers = ["lambda.amazonaws.com", "ec2.amazonaws.com", "ssm.amazonaws.com"]
    }
    principals {
      type        = "AWS"
      identifiers = ["arn:aws:iam::123456789012:root", "999999999999"]
    }
    principals {
      type        = "AWS"
      identifiers = ["arn:aws:iam::210987654321:role/x"]
    }
    principals {
      type        = "Federated"
      identifiers = ["cognito-identity.amazonaws.com"]
    }
    not_principals {
      type        = "*"
      identifiers = ["*", "a"]
    }
  }`,
  twinPrincipals: `statement {
    principals {
      type        = "AWS"
      identifiers = [123456789012]
    }
    principals {
      type        = "AWS"
      identifiers = ["210987654321"]
    }
    principals {
      type        = "AWS"
      identifiers = ["b", "a", "c"]
    }
    principals {
      type        = "AWS"
      identifiers = ["z", "x"]
    }
    principals {
      type        = "AWS"
      identifiers = []
    }
  }`,
  noIdentifiers: `statement {
 principals {
 type = "AWS"
 identifiers = []
 }
 }`,
  conditions: `statement {
    condition {
      test     = "StringEquals"
      variable = "aws:SourceAccount"
      values   = ["2", "1", "1"]
    }
    condition {
      test     = "Bool"
      variable = "aws:SecureTransport"
      values   = [false]
    }
    condition {
      test     = "StringEquals"
      variable = "aws:PrincipalOrgID"
      values   = ["o-1"]
    }
    condition {
      test     = "NumericLessThan"
      variable = "aws:MultiFactorAuthAge"
      values   = [3600]
    }
    condition {
      test     = "Null"
      variable = "x"
      values   = []
    }
  }`,
  escapes: `statement {
    sid       = "Esc"
    actions   = ["a<b>&c", "tab\\there", "quote\\"s", "back\\\\slash", "\\u2028é漢😀"]
    resources = ["line\\nfeed"]
  }`,
  dynamic: `dynamic "statement" {
    for_each = { b = ["s3:Get"], a = ["s3:Put", "s3:List"] }
    content {
      sid       = upper(statement.key)
      actions   = statement.value
      resources = ["arn:aws:s3:::\${statement.key}"]
    }
  }`,
  sources: `source_policy_documents = [
    jsonencode({ Version = "2012-10-17", Statement = [
      { Sid = "One", Effect = "Allow", Action = ["s3:b", "s3:a"], Resource = ["*"] },
      { Effect = "Deny", Action = "s3:c", Resource = "*", Principal = "*" },
    ] }),
    jsonencode({ Version = "2008-10-17", Id = "from-source", Statement = [
      { Sid = "Two", Effect = "Allow", NotAction = "x", NotResource = ["b", "a"],
        Principal = { AWS = ["b", "a"], Service = "s" }, NotPrincipal = { "*" = "*" } },
    ] }),
  ]
  statement {
    sid     = "One"
    actions = ["replaced"]
  }
  statement {
    actions = ["added"]
  }`,
  overrides: `policy_id = "own"
  statement {
    sid     = "One"
    actions = ["a"]
  }
  statement {
    sid     = "Two"
    actions = ["b"]
  }
  override_policy_documents = [
    jsonencode({ Statement = [{ Sid = "Two", Effect = "Deny", Action = "c" }] }),
    jsonencode({ Id = "over", Statement = [{ Sid = "Three" }, { Action = "x" }, { Sid = "Three", Effect = "Allow" }] }),
  ]`,
  readConditions: `source_policy_documents = [jsonencode({ Statement = [{
    Effect = "Allow"
    Condition = {
      StringLike = { b = "1", a = ["2"], c = ["y", "x"] }
      Bool       = { d = true, e = "false" }
      Numeric    = { f = 5 }
    }
  }] })]`,
  readOthers: `source_policy_documents = [jsonencode({
    Version = "2012-10-17", Other = 1, Statement = [{
      Sid = "", Effect = "Allow", Action = [], Extra = true, Resource = null, Principal = { AWS = [] }
    }] })]`,
  noStatements: 'source_policy_documents = [jsonencode({ Version = "2008-10-17" })]',
  merged:
    'source_policy_documents = [data.aws_iam_policy_document.plain.json, data.aws_iam_policy_document.several.minified_json]',
  starAndMore: `statement {
    principals {
      type        = "*"
      identifiers = ["*"]
    }
    principals {
      type        = "AWS"
      identifiers = ["x"]
    }
  }`,
  twinConditions: `statement {
    condition {
      test     = "StringLike"
      variable = "a"
      values   = ["1", "2"]
    }
    condition {
      test     = "StringLike"
      variable = "a"
      values   = ["3", "4"]
    }
    condition {
      test     = "StringLike"
      variable = "a"
      values   = ["5"]
    }
  }`,
};

const text = fc.constantFrom(
  's3:Get*',
  's3:Put',
  'ec2:*',
  '*',
  'a',
  'B',
  'arn:aws:s3:::b/&{aws:username}',
  'ä<>&',
  '',
);
const texts = fc.array(text, { maxLength: 4 });
const some = fc.option(texts, { nil: undefined });

function line(name: string, value: Json | undefined): string {
  return value === undefined ? '' : `${name} = ${JSON.stringify(value)}\n`;
}

const principals = fc
  .tuple(fc.constantFrom('AWS', 'Service', '*'), texts)
  .map(([type, identifiers]) => `{\n${line('type', type)}${line('identifiers', identifiers)}}\n`);

const condition = fc
  .tuple(
    fc.constantFrom('StringLike', 'Bool'),
    fc.constantFrom('aws:a', 'aws:b', 'aws:c', 'aws:d'),
    texts,
  )
  .map(([test, variable, values]) => ({
    key: `${test} ${variable}`,
    text: `condition {\n${line('test', test)}${line('variable', variable)}${line('values', values)}}\n`,
  }));

const statement = fc.record({
  effect: fc.constantFrom(undefined, 'Allow', 'Deny'),
  actions: some,
  not_actions: some,
  resources: some,
  not_resources: some,
  principals: fc.array(principals, { maxLength: 4 }),
  not_principals: fc.array(principals, { maxLength: 2 }),
  conditions: fc.uniqueArray(condition, { maxLength: 3, selector: ({ key }) => key }),
});

const document = fc
  .tuple(
    fc.constantFrom(undefined, '2012-10-17'),
    fc.constantFrom(undefined, 'an-id'),
    fc.array(statement, { maxLength: 4 }),
    fc.uniqueArray(fc.constantFrom('plain', 'several', 'conditions', 'manyPrincipals'), {
      maxLength: 2,
    }),
    fc.uniqueArray(fc.constantFrom('overrides', 'identity', 'sources'), { maxLength: 2 }),
  )
  .map(([version, id, statements, sources, overrides]) => {
    const blocks = statements.map(({ principals, not_principals, conditions, ...lists }, index) => {
      const inner = Object.entries(lists).map(([name, value]) => line(name, value));
      const nested = [
        ...principals.map((each) => `principals ${each}`),
        ...not_principals.map((each) => `not_principals ${each}`),
        ...conditions.map((each) => each.text),
      ];
      return `statement {\n${line('sid', index % 2 === 0 ? `S${index}` : undefined)}${inner.join('')}${nested.join('')}}\n`;
    });
    const references = (names: readonly string[]): string =>
      `[${names.map((name) => `data.aws_iam_policy_document.${name}.json`).join(', ')}]`;
    return `${line('version', version)}${line('policy_id', id)}source_policy_documents = ${references(sources)}
      override_policy_documents = ${references(overrides)}\n${blocks.join('')}`;
  });

/** Documents that nobody would write, depending only on the seed of the run. */
export function generatedDocuments(count: number): Readonly<Record<string, string>> {
  const bodies = fc.sample(document, { numRuns: count });
  return Object.fromEntries(bodies.map((body, index) => [`generated${index}`, body]));
}

/** A configuration with all of the documents. */
export function configuration(all: Readonly<Record<string, string>>): string {
  return Object.entries(all)
    .map(
      ([name, body]) => `data "aws_iam_policy_document" "${name}" {
  ${body}
}
`,
    )
    .join('\n');
}
