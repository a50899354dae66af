import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/model/json.ts';
import type { Goal } from '../../../src/stages/patch/types.ts';
import { lineDiff, patched, typeOf } from './harness.ts';

function made(address: string, attributes: JsonObject, importId: string, parent?: string): Goal {
  const creation = { attributes, importId, ...(parent === undefined ? {} : { parent }) };
  return { kind: 'create', drift: `d-${address}`, address, type: typeOf(address), creation };
}

const group = 'resource "aws_security_group" "g" {\n  name = "g"\n}\n';
const state = { 'aws_security_group.g': { id: 'sg-1' } };
const rule = {
  security_group_id: 'sg-1',
  cidr_ipv4: '192.0.2.0/24',
  from_port: 443,
  to_port: 443,
  ip_protocol: 'tcp',
};
const block = (loop: string, more = '') =>
  `resource "aws_vpc_security_group_ingress_rule" "r" {\n  for_each = ${loop}\n\n  security_group_id = aws_security_group.g.id\n  cidr_ipv4         = each.value\n  from_port         = 443\n  to_port           = 443\n  ip_protocol       = "tcp"\n${more}}\n`;
const newRule = made(
  'aws_vpc_security_group_ingress_rule.g_443',
  rule,
  'sgr-1',
  'aws_security_group.g',
);

describe('a resource whose siblings are made from other data by loops', () => {
  const arn = (name: string) => `arn:aws:iam::aws:policy/${name}`;
  const attachment = made(
    'aws_iam_role_policy_attachment.ci_admin',
    { role: 'ci', policy_arn: arn('Admin') },
    'ci/Admin',
    'aws_iam_role.r["ci"]',
  );
  const roles =
    'variable "roles" {\n  type = map(object({ policies = optional(list(string), []) }))\n}\nresource "aws_iam_role" "r" {\n  for_each = var.roles\n  name     = each.key\n}\n';
  const attached = (
    collection: string,
    role = 'aws_iam_role.r[each.value.role].name',
    policy = 'each.value.policy',
  ) =>
    `resource "aws_iam_role_policy_attachment" "a" {\n  for_each   = ${collection}\n  role       = ${role}\n  policy_arn = ${policy}\n}\n`;
  const pairs =
    'flatten([for role, r in var.roles : [for p in r.policies : { role = role, policy = p }]])';
  const maps =
    'merge([for role, r in var.roles : { for p in r.policies : "${role}/${basename(p)}" => { role = role, policy = p } }]...)';
  const known = {
    'aws_iam_role.r["ci"]': { id: 'ci', name: 'ci' },
    'aws_iam_role.r["ops"]': { id: 'ops', name: 'ops' },
  };
  const tfvars = `roles = {\n  ops = { policies = ["${arn('Read')}"] }\n  ci  = { policies = ["${arn('Read')}"] }\n}\n`;
  const inCi = tfvars.replace(/(ci .*)"\]/, `$1", "${arn('Admin')}"]`);

  it.each([
    [
      'flatten',
      `locals {\n  pairs = ${pairs}\n}\n${attached('{ for x in local.pairs : "${x.role}/${basename(x.policy)}" => x }')}`,
      'ci/Admin',
    ],
    ['merge', attached(maps), 'ci/Admin'],
    [
      'a product',
      attached(
        '{ for p in setproduct(["ci"], var.roles["ci"].policies) : basename(p[1]) => p }',
        'aws_iam_role.r[each.value[0]].name',
        'each.value[1]',
      ),
      'Admin',
    ],
    [
      'for',
      attached('{ for p in var.roles["ci"].policies : basename(p) => p }', '"ci"', 'each.value'),
      'Admin',
    ],
  ])('becomes an element of what %s reads', (_, block, key) => {
    const files = { 'main.tf': roles + block, 'terraform.tfvars': tfvars };

    const { changed, synthesis } = patched(files, [attachment], known);

    expect(synthesis.radius).toEqual([
      { address: `aws_iam_role_policy_attachment.a["${key}"]`, path: [] },
    ]);
    expect(changed['terraform.tfvars']).toBe(inCi);
    expect(lineDiff(files['main.tf'], changed['main.tf'] ?? '')).toBe(
      `+import {\n+  to = aws_iam_role_policy_attachment.a["${key}"]\n+  id = "ci/Admin"`,
    );
  });

  it('becomes the first element where the type gives an empty list', () => {
    const files = {
      'main.tf': roles + attached(maps),
      'terraform.tfvars': `roles = {\n  ops = { policies = ["${arn('Read')}"] }\n  ci  = {}\n}\n`,
    };

    const { changed } = patched(files, [attachment], known);

    expect(changed['terraform.tfvars']).toContain(
      `  ci = {\n    policies = ["${arn('Admin')}"]\n  }\n`,
    );
  });

  it('gets a key of its own in a map whose loop adds to its entries', () => {
    const main =
      'variable "groups" {\n  type = map(object({ rules = map(object({ port = number, about = optional(string) })) }))\n}\nresource "aws_security_group" "g" {\n  for_each = var.groups\n}\nresource "aws_vpc_security_group_ingress_rule" "r" {\n  for_each = merge([for g, v in var.groups : { for n, r in v.rules : "${g}-${n}" => merge(r, { group = g }) }]...)\n\n  security_group_id = aws_security_group.g[each.value.group].id\n  from_port         = each.value.port\n  to_port           = each.value.port\n  ip_protocol       = "tcp"\n  cidr_ipv4         = "192.0.2.0/24"\n  description       = each.value.about\n}\n';
    const rules =
      'groups = {\n  web = {\n    rules = {\n      http = { port = 80 }\n    }\n  }\n  db = {\n    rules = {\n      app = { port = 5432 }\n    }\n  }\n}\n';
    const goal = made(
      'aws_vpc_security_group_ingress_rule.web_https',
      { ...rule, security_group_id: 'sg-w' },
      'sgr-1',
      'aws_security_group.g["web"]',
    );

    const { changed } = patched({ 'main.tf': main, 'terraform.tfvars': rules }, [goal], {
      'aws_security_group.g["web"]': { id: 'sg-w' },
      'aws_security_group.g["db"]': { id: 'sg-d' },
    });

    expect(lineDiff(rules, changed['terraform.tfvars'] ?? '')).toBe(
      '-      http = { port = 80 }\n+      http  = { port = 80 }\n+      https = { port = 443 }',
    );
  });

  it.each([
    [
      'no list shows whether it is the right one',
      `locals {\n  a = { x = ["${arn('Read')}"], y = ["${arn('Write')}"] }\n}\n${attached('toset(flatten([for k, v in local.a : v]))', '"ci"', 'each.value')}`,
      '  role       = "ci"\n  policy_arn = "arn:aws:iam::aws:policy/Admin"\n',
    ],
    [
      'no loop shows whether it is the right one',
      `locals {\n  a = { x = ["${arn('Read')}"], y = ["${arn('Write')}"] }\n}\n${attached('merge([for k, v in local.a : { for p in v : basename(p) => p }]...)', '"ci"', 'each.value')}`,
      '  role       = "ci"\n  policy_arn = "arn:aws:iam::aws:policy/Admin"\n',
    ],
    [
      'no loop in a list shows whether it is the right one',
      `locals {\n  a = { x = ["${arn('Read')}"], y = ["${arn('Write')}"] }\n}\n${attached('toset(flatten([for k, v in local.a : [for p in v : p]]))', '"ci"', 'each.value')}`,
      '  role       = "ci"\n  policy_arn = "arn:aws:iam::aws:policy/Admin"\n',
    ],
    [
      'another instance would come with it',
      `locals {\n  policies = ["${arn('Read')}"]\n}\n${attached('{ for p in setproduct(["ci", "ops"], local.policies) : "${p[0]}/${p[1]}" => p }', 'each.value[0]', 'each.value[1]')}`,
      '  role       = "ci"\n  policy_arn = "arn:aws:iam::aws:policy/Admin"\n',
    ],
    [
      'it is said in another order',
      'resource "aws_iam_role_policy_attachment" "x" {\n  policy_arn = "arn:x"\n  role       = "x"\n}\n',
      '  policy_arn = "arn:aws:iam::aws:policy/Admin"\n  role       = "ci"\n',
    ],
  ])('stands alone, as its siblings are written, if %s', (_, main, body) => {
    const { changed } = patched({ 'main.tf': main }, [{ ...attachment } as Goal]);

    expect(changed['main.tf']).toContain(
      `resource "aws_iam_role_policy_attachment" "ci_admin" {\n${body}}\n`,
    );
  });
});

describe('a resource like those that a collection makes', () => {
  it('becomes an entry of a set, and is imported as its instance', () => {
    const text = `${group}${block('toset(var.cidrs)')}variable "cidrs" {\n  default = ["198.51.100.0/24"]\n}\n`;

    const { changed, synthesis } = patched({ 'main.tf': text }, [newRule], state);

    expect(synthesis.refused).toEqual([]);
    expect(lineDiff(text, changed['main.tf'] ?? '')).toBe(
      '-  default = ["198.51.100.0/24"]\n+import {\n+  to = aws_vpc_security_group_ingress_rule.r["192.0.2.0/24"]\n+  id = "sgr-1"\n+  default = ["198.51.100.0/24", "192.0.2.0/24"]',
    );
    expect(synthesis.reached[0]?.address).toBe(
      'aws_vpc_security_group_ingress_rule.r["192.0.2.0/24"]',
    );
    expect(synthesis.radius).toEqual([
      { address: 'aws_vpc_security_group_ingress_rule.r["192.0.2.0/24"]', path: [] },
    ]);
  });

  it('becomes an entry of a map under a name', () => {
    const text = `${group}${block('local.nets')}locals {\n  nets = {\n    office-a = "198.51.100.0/24"\n  }\n}\n`;

    const { changed } = patched({ 'main.tf': text }, [newRule], state);

    expect(lineDiff(text, changed['main.tf'] ?? '')).toContain('+    g-443    = "192.0.2.0/24"');
  });

  it('takes its key from what the block makes of it', () => {
    const text =
      'resource "aws_cloudwatch_log_group" "g" {\n  for_each = var.groups\n\n  name              = "/app/${each.key}"\n  retention_in_days = each.value.days\n}\n';
    const vars = 'variable "groups" {\n  type = map(object({ days = optional(number, 30) }))\n}\n';
    const files = {
      'main.tf': text,
      'variables.tf': vars,
      'terraform.tfvars': 'groups = {\n  api  = { days = 7 }\n  jobs = {}\n}\n',
    };

    const { changed } = patched(files, [
      made(
        'aws_cloudwatch_log_group.mail',
        { name: '/app/mail', retention_in_days: 90 },
        '/app/mail',
      ),
    ]);

    expect(changed['terraform.tfvars']).toBe(
      'groups = {\n  api  = { days = 7 }\n  jobs = {}\n  mail = { days = 90 }\n}\n',
    );
    expect(changed['main.tf']).toContain(
      '}\n\nimport {\n  to = aws_cloudwatch_log_group.g["mail"]\n  id = "/app/mail"\n}\n',
    );
  });

  it('is switched on if its entry exists', () => {
    const text =
      'locals {\n  buckets = {\n    a = { versioned = true }\n    b = { versioned = false }\n  }\n}\nresource "aws_s3_bucket" "b" {\n  for_each = local.buckets\n  bucket   = "x-${each.key}"\n}\nresource "aws_s3_bucket_versioning" "b" {\n  for_each = { for k, v in local.buckets : k => v if v.versioned }\n  bucket   = aws_s3_bucket.b[each.key].id\n\n  versioning_configuration {\n    status = "Enabled"\n  }\n}\n';

    const { changed } = patched(
      { 'main.tf': text },
      [
        made(
          'aws_s3_bucket_versioning.b_2',
          { bucket: 'x-b', versioning_configuration: [{ status: 'Enabled' }] },
          'x-b',
          'aws_s3_bucket.b["b"]',
        ),
      ],
      { 'aws_s3_bucket.b["a"]': { id: 'x-a' }, 'aws_s3_bucket.b["b"]': { id: 'x-b' } },
    );

    expect(lineDiff(text, changed['main.tf'] ?? '')).toBe(
      '-    b = { versioned = false }\n+    b = { versioned = true }\n+import {\n+  to = aws_s3_bucket_versioning.b["b"]\n+  id = "x-b"',
    );
  });

  it('goes into the argument of one caller, and its import into the root', () => {
    const call = (name: string, cidr: string) =>
      `module "${name}" {\n  source = "./m"\n  cidrs  = ["${cidr}"]\n}\n`;
    const files = {
      'main.tf': call('a', '198.51.100.0/24') + call('b', '10.0.0.0/8'),
      'm/main.tf': `variable "cidrs" {}\n${group}${block('toset(var.cidrs)')}`,
    };

    const { changed } = patched(
      files,
      [
        made(
          'module.a.aws_vpc_security_group_ingress_rule.g_443',
          rule,
          'sgr-1',
          'module.a.aws_security_group.g',
        ),
      ],
      {
        'module.a.aws_security_group.g': { id: 'sg-1' },
        'module.b.aws_security_group.g': { id: 'sg-2' },
      },
    );

    expect(Object.keys(changed)).toEqual(['main.tf']);
    expect(lineDiff(files['main.tf'], changed['main.tf'] ?? '')).toBe(
      '-  cidrs  = ["198.51.100.0/24"]\n+  cidrs  = ["198.51.100.0/24", "192.0.2.0/24"]\n+import {\n+  to = module.a.aws_vpc_security_group_ingress_rule.r["192.0.2.0/24"]\n+  id = "sgr-1"',
    );
  });

  it.each([
    ['something is said that is not live', '  description = "Clients"\n', rule],
    ['something is live that is not said', '', { ...rule, tags: { Owner: 'ops' } }],
    ['a value differs', '', { ...rule, to_port: 8443 }],
  ])('stands alone when %s', (_, more, attributes) => {
    const text = `${group}${block('toset(["198.51.100.0/24"])', more)}`;

    const { changed, synthesis } = patched(
      { 'main.tf': text },
      [
        {
          ...newRule,
          creation: {
            ...(newRule.kind === 'create' ? newRule.creation : { importId: '' }),
            attributes,
          },
        } as Goal,
      ],
      state,
    );

    expect(synthesis.reached[0]?.address).toBe('aws_vpc_security_group_ingress_rule.g_443');
    expect(changed['main.tf']).toContain('resource "aws_vpc_security_group_ingress_rule" "g_443"');
    expect(changed['main.tf']).toContain('toset(["198.51.100.0/24"])');
  });

  it('stands alone when the entry would make something else, too', () => {
    const text = `${group}${block('toset(local.cidrs)')}locals {\n  cidrs = ["198.51.100.0/24"]\n}\nresource "aws_ssm_parameter" "p" {\n  value = join(",", local.cidrs)\n}\n`;

    const { changed } = patched({ 'main.tf': text }, [newRule], state);

    expect(changed['main.tf']).toContain('  cidrs = ["198.51.100.0/24"]\n');
    expect(changed['main.tf']).toContain('to = aws_vpc_security_group_ingress_rule.g_443');
  });
});
