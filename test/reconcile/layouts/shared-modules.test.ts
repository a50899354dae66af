import { describe, expect, it } from 'vitest';
import type { Wishes } from '../../../src/reconcile/patch/wishes.ts';
import type { Goal } from '../../../src/stages/patch/types.ts';
import { elementGoal, lineDiff, valueGoal } from '../../stages/patch/harness.ts';
import { type Files, type Place, patchedIn } from './repository.ts';

/** A module with a literal, an input with a default, and an input that every caller has to set. */
const queue: Files = {
  'modules/queue/main.tf': `resource "aws_sqs_queue" "this" {
  name                       = var.name
  delay_seconds              = 5
  visibility_timeout_seconds = var.visibility
}
`,
  'modules/queue/variables.tf': `variable "name" {
  type = string
}

variable "visibility" {
  type    = number
  default = 30
}
`,
};

const call = (more = '', source = '../../modules/queue'): string =>
  `module "queue" {
  source = "${source}"
  name   = "orders"
${more}}
`;

/** A module whose literal applies only to some callers. */
const kinds = `variable "name" {}

variable "kind" {
  default = "plain"
}

resource "aws_sqs_queue" "this" {
  name          = var.name
  delay_seconds = var.kind == "fast" ? 5 : 0
}
`;

/** The same module called from two environments. */
const two: Files = { ...queue, 'envs/prod/main.tf': call(), 'envs/dev/main.tf': call() };
const prod: Place = { root: 'envs/prod' };
const address = 'module.queue.aws_sqs_queue.this';

const delay = valueGoal(address, ['delay_seconds'], 9);
const visibility = valueGoal(address, ['visibility_timeout_seconds'], 60);

/** A root with no settings of its own that has these goals. */
function wishing(folder: string, ...goals: readonly Goal[]): Wishes {
  return { stack: { folder, varFiles: [], workspace: 'default' }, goals };
}

interface Case {
  readonly name: string;
  readonly files: Files;
  readonly place?: Place;
  readonly goals: readonly Goal[];
  readonly diff: Files;
  /** What the proof says about the other roots. */
  readonly notes?: readonly string[];
}

const newInput: Files = {
  'envs/prod/main.tf': '+ delay_seconds = 9',
  'modules/queue/main.tf': '- delay_seconds = 5\n+ delay_seconds = var.delay_seconds',
  'modules/queue/variables.tf': `+variable "delay_seconds" {
+ description = "delay_seconds of aws_sqs_queue.this"
+ default = 5`,
};

const cases: readonly Case[] = [
  {
    name: 'a literal of a module that one root alone calls changes there',
    files: { ...queue, 'envs/prod/main.tf': call() },
    goals: [delay],
    diff: {
      'modules/queue/main.tf': '- delay_seconds = 5\n+ delay_seconds = 9',
    },
    notes: [],
  },
  {
    name: 'an input that the call sets is the call’s to change',
    files: { ...two, 'envs/prod/main.tf': call('  visibility = 45\n') },
    goals: [visibility],
    diff: { 'envs/prod/main.tf': '- visibility = 45\n+ visibility = 60' },
    notes: [],
  },
  {
    name: 'an input that the call leaves out is set there, since its default is shared',
    files: two,
    goals: [visibility],
    diff: { 'envs/prod/main.tf': '+ visibility = 60' },
    notes: [],
  },
  {
    name: 'a literal that others have, too, becomes an input with the old value as default',
    files: two,
    goals: [delay],
    diff: newInput,
    notes: [
      'Nothing changes elsewhere; one other root reads the edited files: envs/dev.',
      'Judged by the code alone, since the state is not available here: all of them.',
    ],
  },
  {
    name: 'a literal that drifted alike in every root is changed in the module, once',
    files: two,
    place: { root: 'envs/prod', wishes: [wishing('envs/dev', delay)] },
    goals: [delay],
    diff: { 'modules/queue/main.tf': '- delay_seconds = 5\n+ delay_seconds = 9' },
    notes: [
      'It also fixes delay_seconds of module.queue.aws_sqs_queue.this in envs/dev.',
      'Nothing else changes; one other root reads the edited files: envs/dev.',
      'Judged by the code alone, since the state is not available here: all of them.',
    ],
  },
  {
    name: 'a default that drifted alike in every root is changed, once',
    files: two,
    place: { root: 'envs/prod', wishes: [wishing('envs/dev', visibility)] },
    goals: [visibility],
    diff: { 'modules/queue/variables.tf': '- default = 30\n+ default = 60' },
  },
  {
    name: 'what drifted to another value in another root is no reason to change it there',
    files: two,
    place: {
      root: 'envs/prod',
      wishes: [wishing('envs/dev', valueGoal(address, ['delay_seconds'], 7))],
    },
    goals: [delay],
    diff: newInput,
  },
  {
    name: 'what drifted in another stack of the same folder is not wanted here',
    files: two,
    place: {
      root: 'envs/prod',
      wishes: [{ stack: { folder: 'envs/dev', varFiles: [], workspace: 'blue' }, goals: [delay] }],
    },
    goals: [delay],
    diff: newInput,
  },
  {
    name: 'a third root that did not drift keeps the literal',
    files: { ...two, 'envs/test/main.tf': call() },
    place: { root: 'envs/prod', wishes: [wishing('envs/dev', delay)] },
    goals: [delay],
    diff: newInput,
  },
  {
    name: 'what only this caller gets is changed in the module, exact over every root',
    files: {
      'modules/queue/main.tf': kinds,
      'envs/prod/main.tf': call('  kind = "fast"\n'),
      'envs/dev/main.tf': call(),
      'envs/test/main.tf': call('  kind = "slow"\n'),
    },
    goals: [delay],
    diff: {
      'modules/queue/main.tf':
        '- delay_seconds = var.kind == "fast" ? 5 : 0\n+ delay_seconds = var.kind == "fast" ? 9 : 0',
    },
    notes: [
      'Nothing changes elsewhere; 2 other roots read the edited files: envs/dev, envs/test.',
      'Judged by the code alone, since the state is not available here: all of them.',
    ],
  },
  {
    name: 'one of five callers that gets it, too, keeps it from changing',
    files: {
      'modules/queue/main.tf': kinds,
      ...Object.fromEntries(
        ['prod', 'dev', 'test', 'stage', 'demo'].map((env) => [
          `envs/${env}/main.tf`,
          call(env === 'prod' || env === 'stage' ? '  kind = "fast"\n' : ''),
        ]),
      ),
    },
    goals: [delay],
    diff: {
      'envs/prod/main.tf': '+ delay_seconds = 9',
      'modules/queue/main.tf': `- delay_seconds = var.kind == "fast" ? 5 : 0
+variable "delay_seconds" {
+ description = "delay_seconds of aws_sqs_queue.this"
+ type = number
+ default = 5
+ delay_seconds = var.kind == "fast" ? var.delay_seconds : 0`,
    },
  },
  {
    name: 'an argument that the shared module does not have yet becomes an input of it',
    files: two,
    goals: [valueGoal(address, ['max_message_size'], 2048)],
    diff: {
      'envs/prod/main.tf': '+ max_message_size = 2048',
      'modules/queue/main.tf': '+ max_message_size = var.max_message_size',
      'modules/queue/variables.tf': `+variable "max_message_size" {
+ description = "max_message_size of aws_sqs_queue.this"
+ default = null`,
    },
  },
  ...(['add', 'remove'] as const).map(
    (action): Case => ({
      name: `a list of the shared module that has to ${action} a member becomes an input`,
      files: {
        'modules/net/main.tf': `resource "aws_security_group_rule" "this" {
  type              = "ingress"
  protocol          = "tcp"
  from_port         = 443
  to_port           = 443
  security_group_id = "sg-1"
  cidr_blocks       = ["10.0.0.0/8", "10.1.0.0/16"]
}
`,
        'envs/prod/main.tf': call('', '../../modules/net').replace('  name   = "orders"\n', ''),
        'envs/dev/main.tf': call('', '../../modules/net').replace('  name   = "orders"\n', ''),
      },
      goals: [
        elementGoal(
          'module.queue.aws_security_group_rule.this',
          ['cidr_blocks'],
          action,
          action === 'add' ? '10.2.0.0/16' : '10.1.0.0/16',
        ),
      ],
      diff: {
        'envs/prod/main.tf':
          action === 'add'
            ? '+ cidr_blocks = ["10.0.0.0/8", "10.1.0.0/16", "10.2.0.0/16"]'
            : '+ cidr_blocks = ["10.0.0.0/8"]',
        'modules/net/main.tf':
          '- cidr_blocks = ["10.0.0.0/8", "10.1.0.0/16"]\n+ cidr_blocks = var.cidr_blocks',
        'modules/net/variables.tf': `+variable "cidr_blocks" {
+ description = "cidr_blocks of aws_security_group_rule.this"
+ type = list(string)
+ default = ["10.0.0.0/8", "10.1.0.0/16"]
+}`,
      },
    }),
  ),
  {
    name: 'a default that one of five callers has is not changed',
    files: {
      ...two,
      'envs/dev/main.tf': call('  visibility = 10\n'),
      'envs/test/main.tf': call('  visibility = 20\n'),
      'envs/stage/main.tf': call(),
      'envs/demo/main.tf': call('  visibility = 30\n'),
    },
    goals: [visibility],
    diff: { 'envs/prod/main.tf': '+ visibility = 60' },
  },
  {
    name: 'a root whose instances only its state tells counts as a caller',
    files: {
      ...two,
      'envs/dev/main.tf': `data "aws_availability_zones" "all" {}
module "queue" {
  for_each = toset(data.aws_availability_zones.all.names)
  source   = "../../modules/queue"
  name     = each.key
}
`,
    },
    goals: [delay],
    diff: newInput,
  },
  {
    name: 'a count that cannot be determined does not hide what it repeats',
    files: {
      ...two,
      'envs/dev/main.tf': `variable "on" {}\n${call('  count = var.on ? 1 : 0\n')}`,
    },
    goals: [delay],
    diff: newInput,
  },
  {
    name: 'a module called by way of another counts, too',
    files: {
      ...queue,
      'envs/prod/main.tf': call(),
      'modules/platform/main.tf': call('', '../queue'),
      'envs/dev/main.tf': `module "platform" {
  source = "../../modules/platform"
}
`,
    },
    goals: [delay],
    diff: newInput,
  },
  {
    name: 'a root in JSON counts, too',
    files: {
      ...queue,
      'envs/prod/main.tf': call(),
      'envs/dev/cdk.tf.json': JSON.stringify({
        module: { queue: { source: '../../modules/queue', name: 'dev' } },
      }),
    },
    goals: [delay],
    diff: newInput,
  },
  {
    name: 'an example of the module is no root',
    files: {
      ...queue,
      'envs/prod/main.tf': call(),
      'modules/queue/examples/basic/main.tf': call('', '../..'),
    },
    goals: [delay],
    diff: {
      'modules/queue/main.tf': '- delay_seconds = 5\n+ delay_seconds = 9',
    },
  },
  {
    name: 'an example with a backend is one',
    files: {
      ...queue,
      'envs/prod/main.tf': call(),
      'modules/queue/examples/basic/main.tf': `terraform {
  backend "s3" {}
}
${call('', '../..')}`,
    },
    goals: [delay],
    diff: newInput,
  },
  {
    name: 'a module below the root that another root calls is shared',
    files: {
      'prod/main.tf': call('', './modules/queue'),
      'dev/main.tf': call('', '../prod/modules/queue'),
      'prod/modules/queue/main.tf': queue['modules/queue/main.tf'] ?? '',
      'prod/modules/queue/variables.tf': queue['modules/queue/variables.tf'] ?? '',
    },
    place: { root: 'prod' },
    goals: [visibility],
    diff: { 'prod/main.tf': '+ visibility = 60' },
  },
  {
    name: 'the root at the top has the folders below it',
    files: {
      ...queue,
      'main.tf': call('', './modules/queue'),
      'stacks/dev/main.tf': call(),
    },
    place: { root: '' },
    goals: [visibility],
    diff: { 'main.tf': '+ visibility = 60' },
  },
  {
    name: 'files that the module reads come along',
    files: {
      'envs/prod/main.tf': call('', '../../modules/queue'),
      'modules/queue/main.tf': `variable "name" {}
resource "aws_sqs_queue" "this" {
  name          = var.name
  policy        = file("\${path.module}/policies/queue.json")
  delay_seconds = 5
}
`,
      'modules/queue/policies/queue.json': '{"Version":"2012-10-17","Statement":[]}',
    },
    goals: [
      valueGoal(
        address,
        ['policy'],
        '{"Version":"2012-10-17","Statement":[{"Effect":"Deny","Action":"*","Resource":"*","Principal":"*"}]}',
      ),
    ],
    diff: {
      'modules/queue/policies/queue.json':
        '-{"Version":"2012-10-17","Statement":[]}\n+{"Version":"2012-10-17","Statement":[{"Effect":"Deny","Action":"*","Resource":"*","Principal":"*"}]}',
    },
  },
];

/** The text without the spaces that align it. */
function loose(text: string): string {
  return text.replaceAll(/ +/g, ' ');
}

describe('a module that several roots share', () => {
  it.each(cases)('$name', async ({ files, place = prod, goals, diff, notes }) => {
    const { changed, synthesis } = await patchedIn(files, place, goals);

    const shown = Object.entries(changed).map(([path, text]) => [
      path,
      lineDiff(loose(files[path] ?? ''), loose(text)),
    ]);
    expect({
      refused: synthesis.refused.map(({ refusal }) => refusal),
      ...Object.fromEntries(shown),
    }).toEqual({ refused: [], ...diff });
    expect(synthesis.verification.passed).toBe(true);
    if (notes !== undefined) expect(synthesis.verification.notes).toEqual(notes);
  });
});

describe('an edit of a shared module that would reach every caller', () => {
  const rules: Files = {
    'modules/net/main.tf': `resource "aws_security_group" "this" {
  name = "net"

  ingress {
    from_port   = 443
    to_port     = 443
    protocol    = "tcp"
    cidr_blocks = ["10.0.0.0/8"]
  }
}
`,
    'envs/prod/main.tf': `module "net" {
  source = "../../modules/net"
}
`,
    'envs/dev/main.tf': `module "net" {
  source = "../../modules/net"
}
`,
  };
  const rule = {
    from_port: 22,
    to_port: 22,
    protocol: 'tcp',
    cidr_blocks: ['10.0.0.0/8'],
    ipv6_cidr_blocks: [],
    prefix_list_ids: [],
    security_groups: [],
    self: false,
    description: '',
  };
  const group = 'module.net.aws_security_group.this';

  const bucket = 'module.net.aws_s3_bucket_lifecycle_configuration.this';
  const old = ['rule', { element: { id: 'old' } }];

  it('is refused, with the root that would change', async () => {
    const files = {
      ...rules,
      'modules/net/main.tf': `resource "aws_s3_bucket_lifecycle_configuration" "this" {
  bucket = "net"

  dynamic "rule" {
    for_each = toset(["old"])
    content {
      id     = rule.value
      status = "Enabled"
    }
  }
}
`,
    };
    const { changed, synthesis } = await patchedIn(files, prod, [
      elementGoal(bucket, [...old, 'transition'], 'add', { days: 30, storage_class: 'GLACIER' }),
    ]);

    expect(changed).toEqual({});
    expect(synthesis.refused[0]?.refusal.reason).toContain('in envs/dev');
  });

  const lifecycle: Files = {
    ...rules,
    'modules/net/main.tf': `resource "aws_s3_bucket_lifecycle_configuration" "this" {
  bucket = "net"

  rule {
    id     = "old"
    status = "Enabled"

    expiration {
      days = 400
    }
  }
}
`,
  };
  const webAcl: Files = {
    ...rules,
    'modules/net/main.tf': `resource "aws_wafv2_web_acl" "this" {
  name = "net"
}
`,
  };
  const blocked: Files = {
    ...rules,
    'modules/net/main.tf': `resource "aws_s3_bucket" "this" {
  bucket = "net"
}
`,
  };

  it.each<{
    readonly name: string;
    readonly files: Files;
    readonly goals: readonly Goal[];
    readonly module: string;
    readonly call: string;
    readonly fallback: string;
  }>([
    {
      name: 'a block with blocks in it more',
      files: webAcl,
      goals: [
        elementGoal('module.net.aws_wafv2_web_acl.this', ['rule'], 'add', {
          name: 'geo',
          priority: 1,
          statement: [{ geo_match_statement: [{ country_codes: ['XX'] }] }],
        }),
      ],
      module: `  dynamic "rule" {
    for_each = var.enable_rule_geo ? [1] : []

    content {
      name     = "geo"
      priority = 1

      statement {
        geo_match_statement {
          country_codes = ["XX"]
        }
      }
    }
  }
`,
      call: '  enable_rule_geo = true\n',
      fallback: 'false',
    },
    {
      name: 'a block within a block more',
      files: lifecycle,
      goals: [
        elementGoal(bucket, [...old, 'transition'], 'add', { days: 30, storage_class: 'GLACIER' }),
      ],
      module: `    dynamic "transition" {
      for_each = var.additional_transition

      content {
        days          = transition.value.days
        storage_class = transition.value.storage_class
      }
    }
`,
      call: `  additional_transition = [
    {
      days          = 30
      storage_class = "GLACIER"
    },
  ]
`,
      fallback: '[]',
    },
    {
      name: 'a block within a block less',
      files: lifecycle,
      goals: [elementGoal(bucket, [...old, 'expiration'], 'remove', { days: 400 })],
      module: `    dynamic "expiration" {
      for_each = var.enable_expiration ? [1] : []
      content {
        days = 400
      }
    }
`,
      call: '  enable_expiration = false\n',
      fallback: 'true',
    },
    {
      name: 'an argument in a block that is missing',
      files: blocked,
      goals: [valueGoal('module.net.aws_s3_bucket.this', ['versioning', 0, 'enabled'], true)],
      module: `  dynamic "versioning" {
    for_each = var.additional_versioning

    content {
      enabled = versioning.value.enabled
    }
  }
`,
      call: `  additional_versioning = [
    {
      enabled = true
    },
  ]
`,
      fallback: '[]',
    },
    {
      name: 'a block that there is once',
      files: blocked,
      goals: [
        valueGoal(
          'module.net.aws_s3_bucket.this',
          ['logging'],
          [{ target_bucket: 'logs', target_prefix: 'net/' }],
        ),
      ],
      module: `  dynamic "logging" {
    for_each = var.additional_logging

    content {
      target_bucket = logging.value.target_bucket
      target_prefix = logging.value.target_prefix
    }
  }
`,
      call: `  additional_logging = [
    {
      target_bucket = "logs"
      target_prefix = "net/"
    },
  ]
`,
      fallback: '[]',
    },
    {
      name: 'a value in blocks of which none is there',
      files: blocked,
      goals: [
        valueGoal(
          'module.net.aws_s3_bucket.this',
          [
            'server_side_encryption_configuration',
            0,
            'rule',
            0,
            'apply_server_side_encryption_by_default',
            0,
            'sse_algorithm',
          ],
          'aws:kms',
        ),
      ],
      module: `  dynamic "server_side_encryption_configuration" {
    for_each = var.enable_server_side_encryption_configuration ? [1] : []

    content {
      rule {
        apply_server_side_encryption_by_default {
          sse_algorithm = "aws:kms"
        }
      }
    }
  }
`,
      call: '  enable_server_side_encryption_configuration = true\n',
      fallback: 'false',
    },
  ])(
    'has a way out for one caller with $name',
    async ({ files, goals, module, call, fallback }) => {
      const { changed, synthesis } = await patchedIn(files, prod, goals);

      expect(synthesis.refused.map(({ refusal }) => refusal)).toEqual([]);
      expect(Object.keys(changed).sort()).toEqual([
        'envs/prod/main.tf',
        'modules/net/main.tf',
        'modules/net/variables.tf',
      ]);
      expect(changed['modules/net/main.tf']).toContain(module);
      expect(changed['modules/net/variables.tf']).toContain(`default     = ${fallback}\n`);
      expect(changed['envs/prod/main.tf']).toContain(call);
      expect(synthesis.verification.notes[0]).toContain('Nothing changes elsewhere');
    },
  );

  const type =
    'list(object({ from_port = number, to_port = number, protocol = string, cidr_blocks = list(string), self = bool }))';
  const value =
    '{ from_port = 22, to_port = 22, protocol = "tcp", cidr_blocks = ["10.0.0.0/8"], self = false }';

  it.each([
    ['has others', rules],
    [
      'has none yet',
      {
        ...rules,
        'modules/net/main.tf': `resource "aws_security_group" "this" {
  name = "net"
}
`,
      },
    ],
  ])('has a way out for one caller with a block more, where the module %s', async (_, files) => {
    const { changed, synthesis } = await patchedIn(files, prod, [
      elementGoal(group, ['ingress'], 'add', rule),
    ]);

    expect(synthesis.refused).toEqual([]);
    expect(Object.keys(changed).sort()).toEqual([
      'envs/prod/main.tf',
      'modules/net/main.tf',
      'modules/net/variables.tf',
    ]);
    expect(
      loose(lineDiff(files['modules/net/main.tf'] ?? '', changed['modules/net/main.tf'] ?? '')),
    ).toContain(
      '+ dynamic "ingress" {\n+ for_each = var.additional_ingress\n+ content {\n+ from_port = ingress.value.from_port\n',
    );
    expect(changed['modules/net/variables.tf']).toContain(type);
    expect(changed['modules/net/variables.tf']).toContain('default     = []');
    expect(changed['envs/prod/main.tf']).toContain(
      `additional_ingress = [
    {
      from_port   = 22`,
    );
  });

  it('has a way out for one caller of several instances', async () => {
    const files = {
      ...rules,
      'envs/prod/main.tf': `module "net" {
  source   = "../../modules/net"
  for_each = toset(["a", "b"])
}
`,
    };
    const { changed, synthesis } = await patchedIn(files, prod, [
      elementGoal('module.net["a"].aws_security_group.this', ['ingress'], 'add', rule),
    ]);

    expect(synthesis.refused).toEqual([]);
    expect(changed['envs/prod/main.tf']).toContain(
      `additional_ingress = each.key == "a" ? [${value}] : null`,
    );
  });

  it('has one input for all additional blocks of one caller', async () => {
    const { changed, synthesis } = await patchedIn(rules, prod, [
      elementGoal(group, ['ingress'], 'add', rule),
      elementGoal(group, ['ingress'], 'add', { ...rule, from_port: 8080, to_port: 8080 }),
    ]);

    expect(synthesis.refused).toEqual([]);
    expect(changed['modules/net/main.tf']?.match(/dynamic "ingress"/g)).toHaveLength(1);
    expect(changed['envs/prod/main.tf']?.match(/from_port/g)).toHaveLength(2);
  });

  it('has a way out for one caller with a block fewer', async () => {
    const https = {
      from_port: 443,
      to_port: 443,
      protocol: 'tcp',
      cidr_blocks: ['10.0.0.0/8'],
    };
    const { changed, synthesis } = await patchedIn(rules, prod, [
      elementGoal(group, ['ingress'], 'remove', https),
    ]);

    expect(synthesis.refused).toEqual([]);
    expect(changed['modules/net/main.tf']).toContain(
      `  dynamic "ingress" {
    for_each = var.enable_ingress_tcp_443 ? [1] : []
    content {
      from_port   = 443
`,
    );
    expect(changed['modules/net/variables.tf']).toContain('default     = true');
    expect(changed['envs/prod/main.tf']).toContain('enable_ingress_tcp_443 = false');
    expect(synthesis.verification.notes[0]).toContain('Nothing changes elsewhere');
  });

  it('is made where the other root does not have the module', async () => {
    const { changed } = await patchedIn({ ...rules, 'envs/dev/main.tf': 'locals {}\n' }, prod, [
      elementGoal(group, ['ingress'], 'add', rule),
    ]);

    expect(Object.keys(changed)).toEqual(['modules/net/main.tf']);
  });

  it.each([
    ['shared', two, []],
    ['its own', { ...two, 'envs/dev/main.tf': 'locals {}\n' }, ['modules/queue/main.tf']],
  ] as const)('as a rule for others is refused where the module is %s', async (_, files, paths) => {
    const goal: Goal = {
      kind: 'ignore',
      drift: 'd-ignore',
      address,
      type: 'aws_sqs_queue',
      path: ['delay_seconds'],
      note: 'parley: left to somebody',
    };

    const { changed, synthesis } = await patchedIn(files, prod, [goal]);

    expect(Object.keys(changed)).toEqual(paths);
    expect(synthesis.refused).toHaveLength(paths.length === 0 ? 1 : 0);
  });

  it('is refused where a caller cannot be read', async () => {
    const files = { ...two, 'envs/dev/main.tf': `${call()}resource "x" {` };

    const { changed, synthesis } = await patchedIn(files, prod, [delay]);

    expect(changed).toEqual({});
    expect(synthesis.refused[0]?.refusal.reason).toContain(
      'envs/dev uses it, too, and cannot be read',
    );
  });
});
