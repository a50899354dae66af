import { posix } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEvaluation } from '../../../src/code/terraform/config/evaluation.ts';
import { loadConfiguration } from '../../../src/code/terraform/config/load.ts';
import { cases } from '../../cases.ts';
import { attributes } from '../../code/terraform/config/make.ts';
import { valueGoal } from '../../stages/patch/harness.ts';
import { type Files, patchedIn } from './repository.ts';

/** Expressions with which the shared module sets the value that is to change. */
const forms: readonly string[] = [
  '5',
  'var.value',
  'local.shared',
  'local.byKind[var.kind]',
  'var.kind == "a" ? 5 : 7',
  'coalesce(var.value, 5)',
  'max(var.value, 1)',
  'try(var.settings.value, local.shared)',
];

const moduleOf = (form: string, isNested: boolean): string => `variable "name" {}

variable "kind" {
  default = "a"
}

variable "value" {
  default = 5
}

variable "settings" {
  default = {}
}

locals {
  shared = 5
  byKind = { a = 5, b = 6, c = 5 }
}

resource "aws_sqs_queue" "this" {
  name          = var.name
  delay_seconds = ${form}
}

resource "aws_sqs_queue" "other" {
  name          = "\${var.name}-other"
  delay_seconds = local.shared
}
${
  isNested
    ? `module "inner" {
  source = "../inner"
  name = var.name
  value = var.value
}
`
    : ''
}`;

const inner = `variable "name" {}
variable "value" {}
resource "aws_sqs_queue" "inner" {
  name          = "\${var.name}-inner"
  delay_seconds = var.value
}
`;

const repetitions: readonly string[] = [
  '',
  '  for_each = toset(["x", "y"])\n',
  '  count = 2\n',
  '  count = var.unknown ? 1 : 0\n',
];

/** The arguments of one root's module call. */
const callOf = fc.record({
  kind: fc.constantFrom('', 'a', 'b', 'c'),
  value: fc.constantFrom(undefined, 3, 5, 8),
  repetition: fc.constantFrom(...repetitions),
  calls: fc.boolean(),
});

type Call = typeof callOf extends fc.Arbitrary<infer T> ? T : never;

const rootOf = (name: string, { kind, value, repetition, calls }: Call): string =>
  calls
    ? `variable "unknown" {}
module "queue" {
  source = "../../modules/queue"
  name   = "${name}"
${kind === '' ? '' : `  kind = "${kind}"\n`}${value === undefined ? '' : `  value = ${value}\n`}${repetition}}
`
    : 'locals {}\n';

const repository = fc
  .record({
    form: fc.constantFrom(...forms),
    isNested: fc.boolean(),
    own: callOf.map((call) => ({ ...call, calls: true, repetition: '' })),
    others: fc.array(callOf, { minLength: 1, maxLength: 5 }),
    want: fc.constantFrom(2, 6, 9),
  })
  .map(({ form, isNested, own, others, want }) => {
    const roots = [own, ...others].map((call, index) => [`envs/r${index}`, call] as const);
    const files: Files = {
      'modules/queue/main.tf': moduleOf(form, isNested),
      ...(isNested ? { 'modules/inner/main.tf': inner } : {}),
      ...Object.fromEntries(
        roots.map(([folder, call]) => [`${folder}/main.tf`, rootOf(posix.basename(folder), call)]),
      ),
    };
    return { files, want, roots: roots.map(([folder]) => folder) };
  });

/** Everything that a root declares, freshly evaluated; attributes left out are missing. */
function declared(files: Files, root: string): Readonly<Record<string, unknown>> {
  const tree = new Map(
    Object.entries(files).map(([path, text]) => [posix.relative(root, path), text]),
  );
  // Both values of `unknown`, to look at instances whose number cannot be determined as well.
  return Object.fromEntries(
    ['true', 'false'].map((unknown) => {
      const { configuration } = loadConfiguration(tree, { vars: { unknown } });
      const evaluation = createEvaluation(configuration);
      const found = evaluation.addresses().map((each) => [each, attributes(evaluation, each)]);
      return [unknown, Object.fromEntries(found)];
    }),
  );
}

describe('an edit of what several roots share', () => {
  it('leaves every other root as it is, whatever they say', async () => {
    let [runs, accepted] = [0, 0];
    await fc.assert(
      fc.asyncProperty(repository, async ({ files, want, roots }) => {
        runs += 1;
        const [own = '', ...others] = roots;
        const address = 'module.queue.aws_sqs_queue.this';
        const goal = valueGoal(address, ['delay_seconds'], want);

        const { changed, synthesis } = await patchedIn(files, { root: own }, [goal]);

        const after = { ...files, ...changed };
        for (const root of others) expect(declared(after, root)).toEqual(declared(files, root));
        if (Object.keys(changed).length === 0) return;
        accepted += 1;
        expect(synthesis.verification.passed).toBe(true);
        const [before, now] = [declared(files, own), declared(after, own)] as const;
        expect(now).toMatchObject({ true: { [address]: { delay_seconds: want } } });
        expect({ ...(now['true'] as object), [address]: null }).toEqual({
          ...(before['true'] as object),
          [address]: null,
        });
      }),
      { numRuns: cases(2000, 80) },
    );
    expect(accepted).toBeGreaterThan(runs / 2);
  });
});
