import fc from 'fast-check';

/** Files as lists of top-level items, so that a single item can be changed. */
export type Items = Readonly<Record<string, readonly string[]>>;

const small = fc.constantFrom('0', '1', '2', '"a"', '"b"', 'true', 'null', '["a", "b"]');
const index = fc.integer({ min: 0, max: 2 });

/** References that may occur in a module with these names, valid or not. */
function reference(inRoot: boolean): fc.Arbitrary<string> {
  const names = fc
    .tuple(index, index)
    .map(([n, m]) => [
      `var.v${n}`,
      `local.l${n}`,
      `aws_sqs_queue.q${n}.name`,
      `aws_sqs_queue.q${n}.id`,
      `aws_sqs_queue.q${n}["a"].name`,
      `aws_sqs_queue.q${n}[${m}].delay_seconds`,
      `aws_sqs_queue.q${n}[*].name`,
      `aws_sqs_queue.q${n}.a.name`,
      `aws_sqs_queue.q${n}`,
      `resource.aws_sqs_queue.q${n}.policy`,
      `local.l${n}["a"]`,
      `keys(local.l${n})`,
      'each.key',
      'each.value',
      'count.index',
      `try(local.l${n}.a, var.v${m})`,
      `{ for key, value in { a = local.l${n}, b = var.v${m} } : key => value }`,
      `[for q${n} in [var.v${n}] : "\${q${n}}-\${local.l${m}}"]`,
      'file("notes.txt")',
      `file("\${var.v${n}}.txt")`,
      'templatefile("page.tftpl", { name = "x" })',
      'length(fileset(".", "*.txt"))',
      ...(inRoot
        ? [
            `module.m${n}.o${m}`,
            `module.m${n}["a"].o${m}`,
            `module.m${n}[*].o${m}`,
            `module.m${n}.a.o${m}`,
            `module.m${n}`,
          ]
        : []),
    ]);
  return names.chain((all) => fc.constantFrom(...all));
}

function expression(inRoot: boolean): fc.Arbitrary<string> {
  const leaf = fc.oneof(small, reference(inRoot), reference(inRoot));
  return fc.oneof(
    leaf,
    leaf.map((inner) => `"x-\${${inner}}"`),
    leaf.map((inner) => `{ a = ${inner}, b = 1 }`),
    fc.tuple(leaf, leaf).map(([a, b]) => `true ? ${a} : ${b}`),
    fc.tuple(leaf, leaf).map(([a, b]) => `[${a}, ${b}]`),
  );
}

const repetition = fc.constantFrom(
  '',
  '',
  '  for_each = toset(["a", "b"])\n',
  '  for_each = local.l0\n',
  '  for_each = { a = 1, b = var.v1 }\n',
  '  count = 2\n',
  '  count = var.v2\n',
);

function local(inRoot: boolean): fc.Arbitrary<string> {
  return fc.tuple(index, expression(inRoot)).map(
    ([n, expr]) => `locals {
  l${n} = ${expr}
}
`,
  );
}

function resource(inRoot: boolean): fc.Arbitrary<string> {
  const body = fc.tuple(index, repetition, expression(inRoot), expression(inRoot));
  const block = fc.constantFrom(
    '',
    `  lifecycle {
    ignore_changes = [name]
  }
`,
    `  ingress {
    port = local.l1
  }
`,
    `  dynamic "ingress" {
    for_each = var.v0
    content {
      port = ingress.value
    }
  }
`,
  );
  return fc.tuple(body, block, fc.constantFrom('name', 'policy', 'delay_seconds')).map(
    ([[n, repeated, a, b], nested, name]) =>
      `resource "aws_sqs_queue" "q${n}" {
${repeated}  tags = ${a}
  ${name} = ${b}
${nested}}
`,
  );
}

const variable = fc
  .tuple(index, fc.constantFrom('', '  type = string\n', '  nullable = false\n'), small)
  .map(
    ([n, type, value]) => `variable "v${n}" {
${type}  default = ${value}
}
`,
  );

const call = fc
  .tuple(index, repetition, index, expression(true), fc.constantFrom('./a', './b'))
  .map(
    ([n, repeated, input, expr, source]) =>
      `module "m${n}" {
  source = "${source}"
${repeated}  v${input} = ${expr}
}
`,
  );

const output = fc.tuple(index, expression(false)).map(
  ([n, expr]) => `output "o${n}" {
  value = ${expr}
}
`,
);

const nestedCall = fc.tuple(index, expression(false)).map(
  ([n, expr]) => `module "deep" {
  source = "../b"
  v${n} = ${expr}
}
`,
);

const provider = expression(true).map(
  (expr) => `provider "aws" {
  default_tags {
    tags = { Env = ${expr} }
  }
}
`,
);

const assignment = fc.tuple(index, small).map(([n, value]) => `v${n} = ${value}\n`);

const items = {
  'main.tf': fc.oneof(local(true), resource(true), resource(true), variable, call, call),
  'more.tf': fc.oneof(local(true), resource(true), call, provider),
  'main_override.tf': resource(true),
  'a/main.tf': fc.oneof(local(false), resource(false), variable, output, output, nestedCall),
  'b/main.tf': fc.oneof(local(false), resource(false), variable, output),
  'terraform.tfvars': assignment,
  'notes.txt': fc.constantFrom('one', 'two'),
  'page.tftpl': fc.constantFrom('${name}', '${file("notes.txt")}'),
};
type Path = keyof typeof items;
const paths = Object.keys(items) as readonly Path[];

/** Declarations that the other items refer to, so that most references lead somewhere. */
const given: Readonly<Partial<Record<Path, readonly string[]>>> = {
  'a/main.tf': [
    'variable "v0" {}\n',
    `variable "v1" {
  default = 1
}
`,
  ],
  'b/main.tf': [
    `variable "v0" {
  default = "a"
}
`,
  ],
};

const files: fc.Arbitrary<Items> = fc
  .record(
    Object.fromEntries(
      paths.map((path) => [path, fc.array(items[path], { minLength: 1, maxLength: 6 })]),
    ) as Record<Path, fc.Arbitrary<string[]>>,
  )
  .map((own) =>
    Object.fromEntries(paths.map((path) => [path, [...(given[path] ?? []), ...own[path]]])),
  );

/** Replaces, inserts or removes one item. */
const edit = fc.constantFrom(...paths).chain((path) =>
  fc.record({
    path: fc.constant(path),
    at: fc.nat(),
    with: fc.option(items[path]),
    insert: fc.boolean(),
  }),
);

/** A project, followed by its versions after one edit each. */
export const editedProjects: fc.Arbitrary<readonly Items[]> = fc
  .tuple(files, fc.array(edit, { minLength: 1, maxLength: 3 }))
  .map(([first, edits]) => {
    const versions: Items[] = [first];
    for (const { path, at, with: text, insert } of edits) {
      const before = versions.at(-1) ?? first;
      const list = [...(before[path] ?? [])];
      list.splice(at % (list.length + 1), insert ? 0 : 1, ...(text === null ? [] : [text]));
      versions.push({ ...before, [path]: list });
    }
    return versions;
  });
