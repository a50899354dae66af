import { describe, expect, it } from 'vitest';
import { synthesize } from '../../../../src/stages/patch/synthesize.ts';
import type { Goal } from '../../../../src/stages/patch/types.ts';
import { lineDiff, patched, projectOf, searchBy, type Tools, valueGoal } from '../harness.ts';
import { bucket, bucketState, documentOf, policy, policyOf, publish, read } from './policies.ts';

interface Outcome {
  readonly diff: string;
  readonly kinds: readonly string[];
  readonly refusals: readonly string[];
}

function outcome(files: Readonly<Record<string, string>>, ...goals: readonly Goal[]): Outcome {
  const { changed, synthesis } = patched(files, goals, bucketState);
  const diffs = Object.entries(changed).map(([path, text]) => lineDiff(files[path] ?? '', text));
  const lines = diffs.join('\n').split('\n');
  expect(synthesis.verification).toMatchObject({ passed: true, notes: [] });
  return {
    diff: lines.map((line) => line.replace(/^([-+])\s+/, '$1')).join('\n'),
    kinds: synthesis.sites.map((site) => /\(([^:]+):/.exec(site)?.[1] ?? ''),
    refusals: synthesis.refused.map(({ refusal }) => `${refusal.code}: ${refusal.suggestion}`),
  };
}

/** The files afterwards, and the refusals. */
function rewritten(
  given: Readonly<Record<string, string>>,
  ...goals: readonly Goal[]
): Pick<Outcome, 'refusals'> & { readonly files: Readonly<Record<string, string>> } {
  const { changed } = patched(given, goals, bucketState);
  return { files: { ...given, ...changed }, refusals: outcome(given, ...goals).refusals };
}

function wanted(...statements: readonly object[]): Goal {
  return valueGoal('aws_iam_role_policy.p', ['policy'], policy(...statements));
}

const blocks = `  statement {
    sid       = "Read"
    actions   = ["s3:GetObject", "s3:ListBucket"] # no more
    resources = [aws_s3_bucket.b.arn, "\${aws_s3_bucket.b.arn}/*"]
  }

  # Publishing.
  statement {
    actions   = ["sns:Publish"]
    resources = ["*"]

    condition {
      test     = "StringEquals"
      variable = "aws:SourceAccount"
      values   = [local.account]
    }
  }
`;

const more = { ...read, Action: [...read.Action, 's3:PutObject'] };
const made = documentOf(blocks, bucket);

describe('a policy document made of blocks', () => {
  it.each<[string, readonly object[], string, string]>([
    [
      'an action more',
      [more, publish],
      '-actions   = ["s3:GetObject", "s3:ListBucket"] # no more\n+actions   = ["s3:GetObject", "s3:ListBucket", "s3:PutObject"] # no more',
      'list element',
    ],
    [
      'an action in the place of another',
      [{ ...read, Action: ['s3:Get*', 's3:ListBucket'] }, publish],
      '-actions   = ["s3:GetObject", "s3:ListBucket"] # no more\n+actions   = ["s3:Get*", "s3:ListBucket"] # no more',
      'list element',
    ],
    [
      'a resource less',
      [{ ...read, Resource: 'arn:aws:s3:::b' }, publish],
      `-resources = [aws_s3_bucket.b.arn, "\${aws_s3_bucket.b.arn}/*"]\n+resources = [aws_s3_bucket.b.arn]`,
      'list element',
    ],
    [
      'another effect',
      [{ ...read, Effect: 'Deny' }, publish],
      '+effect    = "Deny"',
      'new attribute',
    ],
    [
      'another effect, where the live document has empty names',
      [
        { ...read, Effect: 'Deny' },
        { Sid: '', ...publish },
      ],
      '+effect    = "Deny"',
      'new attribute',
    ],
    [
      'a value of a condition beside a shared one',
      [
        read,
        { ...publish, Condition: { StringEquals: { 'aws:SourceAccount': ['123456789012', '9'] } } },
      ],
      '-values   = [local.account]\n+values   = [local.account, "9"]',
      'list element',
    ],
    [
      'no condition',
      [read, { Effect: 'Allow', Action: 'sns:Publish', Resource: '*' }],
      '-condition {\n-test     = "StringEquals"\n-variable = "aws:SourceAccount"\n-values   = [local.account]\n-}',
      'block',
    ],
    [
      'a statement more, with a variable of policies',
      [
        read,
        publish,
        { Sid: 'Own', Effect: 'Allow', Action: 'iam:*', Resource: `a/\${aws:username}` },
      ],
      '+sid       = "Own"\n+actions   = ["iam:*"]\n+resources = ["a/&{aws:username}"]',
      'new block',
    ],
    [
      'principals',
      [read, { ...publish, Principal: '*' }],
      '+principals {\n+type        = "*"\n+identifiers = ["*"]',
      'new block',
    ],
  ])('%s', (_, statements, diff, kind) => {
    expect(outcome(made, wanted(...statements))).toEqual({ diff, kinds: [kind], refusals: [] });
  });

  it('loses the statement that is gone, with its comment', () => {
    const { diff, kinds } = outcome(made, wanted(read));

    expect(diff.split('\n')[0]).toBe('-# Publishing.');
    expect(diff).not.toContain('+');
    expect(kinds).toEqual(['block']);
  });

  it('changes several elements in several places', () => {
    const { kinds } = outcome(made, wanted(more, { ...publish, Effect: 'Deny' }));

    expect(kinds).toEqual(['list element', 'new attribute']);
  });

  const second = `resource "aws_iam_role_policy" "q" {
  policy = data.aws_iam_policy_document.d.json
}
`;
  const shared = documentOf(blocks, bucket + second);

  it('changes once for all that use it', () => {
    const both = ['p', 'q'].map((name) =>
      valueGoal(
        `aws_iam_role_policy.${name}`,
        ['policy'],
        policy(more, { ...publish, Effect: 'Deny' }),
      ),
    );

    expect(outcome(shared, ...both).kinds).toEqual(['list element', 'new attribute']);
  });

  it.each<[string, readonly object[], string]>([
    [
      'a statement more',
      [read, publish, { Sid: 'Own', Effect: 'Allow', Action: 'kms:*', Resource: '*' }],
      '+sid       = "Own"\n+actions   = ["kms:*"]',
    ],
    [
      'another content of one with a name',
      [more, publish],
      '+actions   = ["s3:GetObject", "s3:ListBucket", "s3:PutObject"]\n+resources = ["arn:aws:s3:::b", "arn:aws:s3:::b/*"]',
    ],
  ])('is the source of a document of its own, for one of two that use it: %s', (_, now, said) => {
    const { diff, kinds } = outcome(shared, wanted(...now));

    expect(kinds).toEqual(['new block']);
    expect(diff).toBe(
      `+policy = data.aws_iam_policy_document.p.json\n+data "aws_iam_policy_document" "p" {\n+source_policy_documents = [data.aws_iam_policy_document.d.json]\n${said}`,
    );
  });

  it.each<[string, readonly object[]]>([
    ['a statement without a name differs', [read, { ...publish, Effect: 'Deny' }]],
    ['a statement is gone', [read]],
  ])('is written out for one of two that use it where %s', (_, now) => {
    expect(outcome(shared, wanted(...now)).kinds).toEqual(['literal at the use']);
  });

  it('has a document of its own for one instance of several', () => {
    const files = {
      'main.tf': `resource "aws_iam_role_policy" "p" {
  for_each = toset(["a", "b-1"])
  role   = each.key
  policy = data.aws_iam_policy_document.d.json
}

data "aws_iam_policy_document" "d" {
${blocks}}
${bucket}`,
    };
    const goal = valueGoal(
      'aws_iam_role_policy.p["b-1"]',
      ['policy'],
      policy(read, publish, { Effect: 'Allow', Action: 'kms:*', Resource: '*' }),
    );

    expect(outcome(files, goal).diff).toContain(
      '+policy = each.key == "b-1" ? data.aws_iam_policy_document.b_1.json : data.aws_iam_policy_document.d.json\n+data "aws_iam_policy_document" "b_1" {',
    );
  });

  it.each<[string, string, string, object, string]>([
    [
      'a list in a local',
      'local.acts',
      `locals {
  acts = ["a", "b"]
}
`,
      { Action: ['a', 'c'] },
      '-acts = ["a", "b"]\n+acts = ["a", "c"]',
    ],
    [
      'a loop',
      `[for a in local.acts : "s3:\${a}"]`,
      `locals {
  acts = ["Get"]
}
`,
      { Action: ['s3:Get', 's3:Put'] },
      '-acts = ["Get"]\n+acts = ["Get", "Put"]',
    ],
    [
      'a list that others use',
      'local.acts',
      `locals {
  acts = ["a"]
}
resource "aws_sqs_queue" "q" {
  name = local.acts[0]
}
`,
      { Action: ['a', 'b'] },
      '-acts = ["a"]\n+acts = ["a", "b"]',
    ],
    [
      'a list that others count',
      'local.acts',
      `locals {
  acts = ["a"]
}
resource "aws_sqs_queue" "q" {
  name = join("-", local.acts)
}
`,
      { Action: ['a', 'b'] },
      '-actions   = local.acts\n+actions   = concat(local.acts, ["b"])',
    ],
  ])('follows %s', (_, actions, declared, change, diff) => {
    const files = documentOf(
      `  statement {
    actions   = ${actions}
    resources = ["*"]
  }
`,
      declared,
    );
    const statement = { Effect: 'Allow', Resource: '*', ...change };

    expect(outcome(files, wanted(statement)).diff).toBe(diff);
  });

  it('changes in the document that supplied the statement', () => {
    const merging = documentOf(
      `  source_policy_documents   = [data.aws_iam_policy_document.s.json]
  override_policy_documents = [data.aws_iam_policy_document.o.json]
`,
      `data "aws_iam_policy_document" "s" {
${blocks}}
data "aws_iam_policy_document" "o" {
  statement {
    sid       = "Read"
    actions   = ["s3:*"]
    resources = ["*"]
  }
}
${bucket}`,
    );
    const overriding = { Sid: 'Read', Effect: 'Allow', Action: ['s3:*', 'kms:*'], Resource: '*' };
    const subscribing = { ...publish, Action: ['sns:Publish', 'sns:Subscribe'] };

    expect(outcome(merging, wanted(overriding, subscribing)).diff).toBe(
      '-actions   = ["sns:Publish"]\n-actions   = ["s3:*"]\n+actions   = ["sns:Publish", "sns:Subscribe"]\n+actions   = ["s3:*", "kms:*"]',
    );
  });
});

describe('a document that merges others', () => {
  const own = { Sid: 'Own', Effect: 'Allow', Action: 'kms:*', Resource: '*' };
  const sources = (...list: readonly string[]): string =>
    `  source_policy_documents = [${list.join(', ')}]\n`;
  const base = `data "aws_iam_policy_document" "base" {
${blocks}}
`;

  it('gets a new statement itself, not the document it merges, which has another purpose', () => {
    const files = documentOf(sources('data.aws_iam_policy_document.base.json'), `${base}${bucket}`);

    const { changed } = patched(files, [wanted(read, publish, own)], bucketState);

    expect(changed['main.tf']).toContain(
      `source_policy_documents = [data.aws_iam_policy_document.base.json]

  statement {
    sid       = "Own"
    effect    = "Allow"
    actions   = ["kms:*"]
    resources = ["*"]
  }
}`,
    );
  });

  it('hands the statement to the document that the caller of its module passes in', () => {
    const files = {
      'main.tf': `module "m" {
  source = "./m"
  policy = data.aws_iam_policy_document.base.json
}

${base}${bucket}`,
      'm/main.tf': `variable "policy" {
  type = string
}

resource "aws_iam_role_policy" "p" {
  policy = data.aws_iam_policy_document.d.json
}

data "aws_iam_policy_document" "d" {
${sources('var.policy', 'data.aws_iam_policy_document.tls.json')}}

data "aws_iam_policy_document" "tls" {
  statement {
    sid       = "Tls"
    effect    = "Deny"
    actions   = ["s3:*"]
    resources = ["*"]
  }
}
`,
    };
    const tls = { Sid: 'Tls', Effect: 'Deny', Action: 's3:*', Resource: '*' };
    const goal = valueGoal(
      'module.m.aws_iam_role_policy.p',
      ['policy'],
      policy(read, publish, tls, own),
    );
    const { changed } = patched(files, [goal], bucketState);

    expect(Object.keys(changed)).toEqual(['main.tf']);
    expect(changed['main.tf']).toContain('sid       = "Own"');
  });
});

describe('statements that a loop or several lists make', () => {
  const loop = policyOf(
    `jsonencode({
    Statement = [for t in local.tables : { Effect = "Allow", Action = "x", Resource = "arn/\${t}" }]
  })`,
    `locals {
  tables = ["a", "b"]
}
`,
  );
  const joined = policyOf(
    'jsonencode({ Statement = concat(local.common, [{ Action = "x" }]) })',
    `locals {
  common = [{ Action = "c" }]
}
resource "aws_iam_role_policy" "q" {
  policy = jsonencode({ Statement = local.common })
}
`,
  );
  const table = (name: string) => ({ Effect: 'Allow', Action: 'x', Resource: `arn/${name}` });
  const document = (...Statement: readonly object[]) =>
    valueGoal('aws_iam_role_policy.p', ['policy'], JSON.stringify({ Statement }));

  it.each<[string, Record<string, string>, Goal, string]>([
    [
      'a turn more',
      loop,
      document(table('a'), table('b'), table('c')),
      '+tables = ["a", "b", "c"]',
    ],
    ['a turn less', loop, document(table('b')), '+tables = ["b"]'],
    [
      'an element more of its own',
      joined,
      document({ Action: 'c' }, { Action: 'x' }, { Action: 'y' }),
      '+policy = jsonencode({ Statement = concat(local.common, [{ Action = "x" }, { Action = "y" }]) })',
    ],
  ])('%s', (_, files, goal, line) => {
    expect(outcome(files, goal).diff.split('\n')).toContain(line);
  });
});

describe('a new statement goes where only this resource says something', () => {
  const common = `locals {
  common = [{ Action = "c" }]
}
`;
  const document = (...Statement: readonly object[]) =>
    valueGoal('aws_iam_role_policy.p', ['policy'], JSON.stringify({ Statement }));
  const [c, x, y] = ['c', 'x', 'y'].map((Action) => ({ Action }));

  it.each<[string, Record<string, string>, Goal, string]>([
    [
      'the argument, beside a local list that nobody else uses',
      policyOf('jsonencode({ Statement = concat(local.common, [{ Action = "x" }]) })', common),
      document({ ...c }, { ...x }, { ...y }),
      'Statement = concat(local.common, [{ Action = "x" }, { Action = "y" }])',
    ],
    [
      'the argument, before such a list',
      policyOf('jsonencode({ Statement = concat([{ Action = "x" }], local.common) })', common),
      document({ ...x }, { ...c }, { ...y }),
      'Statement = concat([{ Action = "x" }, { Action = "y" }], local.common)',
    ],
  ])('%s', (_, files, goal, text) => {
    const { changed } = patched(files, [goal], bucketState);

    expect(changed['main.tf']).toContain(text);
  });
});

describe('statements of one template that change alike', () => {
  const encodedLoop = policyOf(`jsonencode({
    Version = "2012-10-17"
    Statement = [for t in ["a", "b"] : {
      # Own tables only.
      Effect   = "Allow"
      Action   = ["x:Get"] # no more
      Resource = "arn/\${t}"
    }]
  })`);
  const dynamic = documentOf(`  dynamic "statement" {
    for_each = toset(["a", "b"])
    content {
      # Own tables only.
      actions   = ["x:Get"] # no more
      resources = ["arn/\${statement.key}"]
    }
  }
`);
  const each = (moreOf: (iteration: string) => object): Goal =>
    wanted(
      ...['a', 'b'].map((t) => ({
        Effect: 'Allow',
        Action: ['x:Get'],
        Resource: `arn/${t}`,
        ...moreOf(t),
      })),
    );
  const both = (more: object): Goal => each(() => more);

  it.each<[string, Record<string, string>, Goal, string]>([
    [
      'an action more in a loop',
      encodedLoop,
      both({ Action: ['x:Get', 'x:Put'] }),
      '-Action   = ["x:Get"] # no more\n+Action   = ["x:Get", "x:Put"] # no more',
    ],
    [
      'another effect in a loop',
      encodedLoop,
      both({ Effect: 'Deny' }),
      '-Effect   = "Allow"\n+Effect   = "Deny"',
    ],
    [
      'an action more in a dynamic block',
      dynamic,
      both({ Action: ['x:Get', 'x:Put'] }),
      '-actions   = ["x:Get"] # no more\n+actions   = ["x:Get", "x:Put"] # no more',
    ],
    [
      'a resource more in a loop, which names what the turn is about',
      { 'main.tf': (encodedLoop['main.tf'] ?? '').replace('"arn/${t}"', () => '["arn/${t}"]') },
      each((t) => ({ Resource: [`arn/${t}`, `arn/${t}/index`] })),
      '-Resource = ["arn/${t}"]\n+Resource = ["arn/${t}", "arn/${t}/index"]',
    ],
    [
      'a list in the place of a text in a loop',
      encodedLoop,
      each((t) => ({ Resource: [`arn/${t}`, `arn/${t}/index`] })),
      '-Resource = "arn/${t}"\n+Resource = ["arn/${t}", "arn/${t}/index"]',
    ],
    [
      'another resource in a loop',
      encodedLoop,
      each((t) => ({ Resource: `arn/${t}/index` })),
      '-Resource = "arn/${t}"\n+Resource = "arn/${t}/index"',
    ],
    [
      'a resource more in a dynamic block',
      dynamic,
      each((t) => ({ Resource: [`arn/${t}`, `arn/${t}/index`] })),
      '-resources = ["arn/${statement.key}"]\n+resources = ["arn/${statement.key}", "arn/${statement.key}/index"]',
    ],
    ['another effect in a dynamic block', dynamic, both({ Effect: 'Deny' }), '+effect = "Deny"'],
  ])('are edited in it, with its comments: %s', (_, files, goal, diff) => {
    expect(outcome(files, goal).diff).toBe(diff);
  });
});

describe('statements that a collection generates', () => {
  const files = documentOf(
    `  dynamic "statement" {
    for_each = local.partners

    content {
      sid       = statement.key
      actions   = statement.value.actions
      resources = ["x/*"]

      principals {
        type        = "AWS"
        identifiers = ["arn:aws:iam::\${statement.value.account}:root"]
      }
    }
  }
`,
    `locals {
  partners = {
    Acme   = { account = "1", actions = ["a"] }
    Globex = { account = "2", actions = ["a", "b"] }
  }
}
`,
  );
  const of = (Sid: string, id: string, Action: Json) => ({
    Sid,
    Effect: 'Allow',
    Action,
    Resource: 'x/*',
    Principal: { AWS: `arn:aws:iam::${id}:root` },
  });
  type Json = string | readonly string[];
  const acme = of('Acme', '1', 'a');
  const globex = of('Globex', '2', ['a', 'b']);

  it.each<[string, readonly object[], string]>([
    [
      'one more',
      [acme, globex, of('Init', '3', ['c'])],
      '+Init   = { account = "3", actions = ["c"] }',
    ],
    ['one less', [globex], '-Acme   = { account = "1", actions = ["a"] }'],
    [
      'another principal',
      [of('Acme', '4', 'a'), globex],
      '-Acme   = { account = "1", actions = ["a"] }\n+Acme   = { account = "4", actions = ["a"] }',
    ],
    [
      'another effect of one',
      [{ ...acme, Effect: 'Deny' }, globex],
      '+effect    = statement.key == "Acme" ? "Deny" : "Allow"',
    ],
    [
      'another resource of one',
      [{ ...acme, Resource: 'y' }, globex],
      '-resources = ["x/*"]\n+resources = statement.key == "Acme" ? ["y"] : ["x/*"]',
    ],
  ])('%s', (_, statements, diff) => {
    expect(outcome(files, wanted(...statements)).diff).toBe(diff);
  });
});

const encoded = `jsonencode({
    Version = "2012-10-17"
    Statement = [
      {
        Sid      = "Read"
        Effect   = "Allow"
        Action   = ["s3:GetObject", "s3:ListBucket"]
        Resource = [aws_s3_bucket.b.arn, "\${aws_s3_bucket.b.arn}/*"]
      },
      {
        Effect    = "Allow"
        Action    = "sns:Publish"
        Resource  = "*"
        Condition = { StringEquals = { "aws:SourceAccount" = local.account } }
      },
    ]
  })`;

const heredoc = `<<-EOT
    {
      "Version": "2012-10-17",
      "Statement": [
        {
          "Sid": "Read",
          "Effect": "Allow",
          "Action": ["s3:GetObject", "s3:ListBucket"],
          "Resource": ["\${aws_s3_bucket.b.arn}", "\${aws_s3_bucket.b.arn}/*"]
        },
        {
          "Effect": "Allow",
          "Action": "sns:Publish",
          "Resource": "*",
          "Condition": {
            "StringEquals": { "aws:SourceAccount": "\${local.account}" }
          }
        }
      ]
    }
  EOT`;

const uses = `${bucket}resource "aws_sqs_queue" "q" {
  name = local.account
}
`;
const oneMore = { StringEquals: { 'aws:SourceAccount': ['123456789012', '9'] } };

describe('a document that is encoded or written as text', () => {
  it.each<[string, string, readonly object[], string]>([
    [
      'an action',
      encoded,
      [more, publish],
      '-Action   = ["s3:GetObject", "s3:ListBucket"]\n+Action   = ["s3:GetObject", "s3:ListBucket", "s3:PutObject"]',
    ],
    [
      'a text that becomes a list',
      encoded,
      [read, { ...publish, Action: ['sns:Publish', 'sns:Subscribe'] }],
      '-Action    = "sns:Publish"\n+Action    = ["sns:Publish", "sns:Subscribe"]',
    ],
    [
      'a text beside one that is shared',
      encoded,
      [read, { ...publish, Condition: oneMore }],
      '-Condition = { StringEquals = { "aws:SourceAccount" = local.account } }\n+Condition = { StringEquals = { "aws:SourceAccount" = [local.account, "9"] } }',
    ],
    [
      'a list that becomes shorter',
      encoded,
      [{ ...read, Action: 's3:GetObject' }, publish],
      '-Action   = ["s3:GetObject", "s3:ListBucket"]\n+Action   = ["s3:GetObject"]',
    ],
    [
      'an action in a heredoc',
      heredoc,
      [more, publish],
      '-"Action": ["s3:GetObject", "s3:ListBucket"],\n+"Action": ["s3:GetObject", "s3:ListBucket", "s3:PutObject"],',
    ],
    [
      'a reference in a heredoc that has to go',
      heredoc,
      [read, { ...publish, Condition: { StringEquals: { 'aws:SourceAccount': '9' } } }],
      `-"StringEquals": { "aws:SourceAccount": "\${local.account}" }\n+"StringEquals": { "aws:SourceAccount": "9" }`,
    ],
    [
      'an action in a quoted text, whose blanks stay',
      `"{\\"Version\\": \\"2012-10-17\\", \\"Statement\\": [{\\"Effect\\": \\"Allow\\", \\"Action\\": [\\"a\\"], \\"Resource\\": \\"\${aws_s3_bucket.b.arn}\\"}]}"`,
      [{ Effect: 'Allow', Action: ['a', 'b'], Resource: 'arn:aws:s3:::b' }],
      `-policy = "{\\"Version\\": \\"2012-10-17\\", \\"Statement\\": [{\\"Effect\\": \\"Allow\\", \\"Action\\": [\\"a\\"], \\"Resource\\": \\"\${aws_s3_bucket.b.arn}\\"}]}"\n+policy = "{\\"Version\\": \\"2012-10-17\\", \\"Statement\\": [{\\"Effect\\": \\"Allow\\", \\"Action\\": [\\"a\\", \\"b\\"], \\"Resource\\": \\"\${aws_s3_bucket.b.arn}\\"}]}"`,
    ],
  ])('%s', (_, expression, statements, diff) => {
    expect(outcome(policyOf(expression, uses), wanted(...statements)).diff).toBe(diff);
  });

  it('keeps a statement that stands alone when another one is added', () => {
    const lone = 'jsonencode({\n    Statement = { Effect = "Allow", Action = "a" }\n  })';
    const goal = valueGoal(
      'aws_iam_role_policy.p',
      ['policy'],
      JSON.stringify({
        Statement: [
          { Effect: 'Allow', Action: 'a' },
          { Effect: 'Deny', Action: 'b' },
        ],
      }),
    );

    expect(outcome(policyOf(lone), goal).diff).toContain('+{ Effect = "Allow", Action = "a" },');
  });

  it('is edited in YAML when it is the YAML of an edit', () => {
    const files = {
      'main.tf': `resource "aws_cloudwatch_metric_alarm" "a" {
  alarm_description = yamlencode({
    list = ["a"]
    page = true
    team = local.team
  })
}
locals {
  team = "x"
}
`,
    };
    const path = ['alarm_description'];
    const goal = (text: string) => valueGoal('aws_cloudwatch_metric_alarm.a', path, text);

    expect(outcome(files, goal('"list":\n- "a"\n- "b"\n"page": false\n"team": "y"\n')).diff).toBe(
      '-list = ["a"]\n-page = true\n-team = "x"\n+list = ["a", "b"]\n+page = false\n+team = "y"',
    );
    expect(outcome(files, goal('list: [a]\npage: true\nteam: x\n')).kinds).toEqual([
      'literal at the use',
    ]);
  });
});

it('is the text itself where a provider compares texts', () => {
  const files = {
    'main.tf': `resource "aws_cloudwatch_metric_alarm" "a" {
  alarm_description = jsonencode({ team = local.team, page = true })
}
locals {
  team = "x"
}
`,
  };
  const goal = (text: string) =>
    valueGoal('aws_cloudwatch_metric_alarm.a', ['alarm_description'], text);

  expect(outcome(files, goal('{"page":false,"team":"y"}')).diff).toBe(
    '-alarm_description = jsonencode({ team = local.team, page = true })\n-team = "x"\n+alarm_description = jsonencode({ team = local.team, page = false })\n+team = "y"',
  );
  expect(outcome(files, goal('{"page": true, "team": "x"}')).diff).toContain(
    String.raw`+alarm_description = "{\"page\": true, \"team\": \"x\"}"`,
  );
});

describe('references', () => {
  const arn = 'arn:aws:s3:::b';

  it.each<[string, string, string]>([
    [
      'encoded',
      'jsonencode({ Statement = [{ Effect = "Allow", Resource = ["x"] }] })',
      'aws_s3_bucket.b.arn',
    ],
    [
      'a heredoc',
      '<<EOF\n{ "Statement": [{ "Effect": "Allow", "Resource": ["x"] }] }\nEOF',
      '"${aws_s3_bucket.b.arn}"',
    ],
  ])('are written into %s for what the code has', (_, expression, written) => {
    const files = policyOf(expression, bucket);
    const { project, tools } = projectOf(files, bucketState);
    const write: Tools['write'] = (_project, _goal, _attribute, value) =>
      value === arn ? { kind: 'raw', text: 'aws_s3_bucket.b.arn' } : { kind: 'json', value };
    const statement = { Effect: 'Allow', Resource: ['x', arn, `${arn}/*`] };
    const value = JSON.stringify({ Statement: [statement] });
    const goal = valueGoal('aws_iam_role_policy.p', ['policy'], value);

    const { code: after } = synthesize(searchBy({ ...tools, write }), project, [goal]);

    expect(after.tree.get('main.tf')).toContain(`["x", ${written}, "\${aws_s3_bucket.b.arn}/*"]`);
  });
});

describe('a document that is elsewhere', () => {
  const text = `{\n  "Statement": [\n    { "Sid": "S", "Effect": "Allow", "Action": ["a"] }\n  ]\n}\n`;
  const goal = valueGoal(
    'aws_iam_role_policy.p',
    ['policy'],
    JSON.stringify({ Statement: [{ Sid: 'S', Effect: 'Allow', Action: ['a', 'b'] }] }),
  );

  it('is edited in its file', () => {
    const files = { ...policyOf('file("p.json")'), 'p.json': text };

    expect(outcome(files, goal).diff).toBe(
      '-{ "Sid": "S", "Effect": "Allow", "Action": ["a"] }\n+{ "Sid": "S", "Effect": "Allow", "Action": ["a", "b"] }',
    );
  });

  /** Renders to the same document as `text`. */
  const template =
    '{\n  "Statement": [\n    { "Sid": "${sid}", "Effect": "Allow", "Action": ["a"] }\n  ]\n}';
  const call = 'templatefile("p.tftpl", { sid = "S" })';
  const added = '"Action": ["a", "b"]';

  it.each([
    ['a template without variables', 'templatefile("p.tftpl", {})', text],
    ['a template', call, template],
    ['a template with a newline at its end', call, `${template}\n`],
  ])('is edited in %s, what is computed left alone', (_, expression, given) => {
    const { files, refusals } = rewritten({ ...policyOf(expression), 'p.tftpl': given }, goal);

    expect(refusals).toEqual([]);
    expect(files['p.tftpl']).toBe(given.replace('"Action": ["a"]', added));
  });

  it('is edited in a template with characters that need escaping', () => {
    const given = template.replace('"a"', () => '"$${aws:username}"');
    const wanted = { Sid: 'S', Effect: 'Allow', Action: ['${aws:username}', '${x}'] };
    const signs = valueGoal(
      'aws_iam_role_policy.p',
      ['policy'],
      JSON.stringify({ Statement: [wanted] }),
    );

    const { files, refusals } = rewritten({ ...policyOf(call), 'p.tftpl': given }, signs);

    expect(refusals).toEqual([]);
    expect(files['p.tftpl']).toContain('["$${aws:username}", "$${x}"]');
  });

  it('loses a statement in a template, with what it computes', () => {
    const two = template.replace('\n  ]', ',\n    { "Effect": "Deny", "Action": "${sid}" }\n  ]');
    const lone = valueGoal(
      'aws_iam_role_policy.p',
      ['policy'],
      JSON.stringify({ Statement: [{ Sid: 'S', Effect: 'Allow', Action: ['a'] }] }),
    );

    const { files, refusals } = rewritten({ ...policyOf(call), 'p.tftpl': two }, lone);

    expect(refusals).toEqual([]);
    expect(files['p.tftpl']).toBe(template);
  });

  const other = `resource "aws_iam_role_policy" "q" {
  policy = ${call}
}
`;
  const twice = { 'main.tf': `${policyOf(call)['main.tf']}${other}`, 'p.tftpl': template };

  it('is edited in a template that several use, where that is right for all of them', () => {
    const { files, refusals } = rewritten(twice, goal, {
      ...goal,
      drift: 'd-other',
      address: 'aws_iam_role_policy.q',
    });

    expect(refusals).toEqual([]);
    expect(files['p.tftpl']).toContain(added);
    expect(files['main.tf']).toBe(twice['main.tf']);
  });

  it('stays in a template that others use as it is', () => {
    const { files } = rewritten(twice, goal);

    expect(files['p.tftpl']).toBe(template);
    expect(files['main.tf']?.endsWith(other)).toBe(true);
  });

  it.each([
    [
      'a template with a loop',
      'templatefile("p.json", { all = ["a"] })',
      'p.json:3',
      text.replace('["a"]', '[%{ for one in all }"${one}"%{ endfor }]'),
    ],
    [
      'a template with line breaks of its own',
      'templatefile("p.json", {})',
      'p.json:3',
      text.replaceAll('\n', '\r\n'),
    ],
    ['a file that is put together', `replace(file("p.json"), "x", "y")`, 'main.tf:3', text],
  ])('is left to a person in %s', (_, expression, line, given) => {
    const { refusals, diff } = outcome({ ...policyOf(expression), 'p.json': given }, goal);

    expect(diff).toBe('');
    expect(refusals).toEqual([
      `document-elsewhere: Add \`"b"\` to \`Action\` of statement \`S\` in ${line}.`,
    ]);
  });
});
