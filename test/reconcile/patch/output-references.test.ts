import { expect, it } from 'vitest';
import { createStateIndex } from '../../../src/code/terraform/state/index.ts';
import { loadSchema } from '../../../src/providers/schema/load.ts';
import { createWriter } from '../../../src/reconcile/patch/references.ts';
import { patchedBy } from '../../stages/patch/harness.ts';
import { managed, stateOf } from '../managed.ts';

const type = 'aws_iam_role_policy_attachment';
const arn = 'arn:aws:iam::aws:policy/ReadOnlyAccess';

it.each([
  ['aws_iam_role.r.name', 'module.a.out'],
  ['aws_iam_role.r.arn', '"job"'],
  ['"job"', '"job"'],
])('a role inside of a module, whose output is %s, is %s outside', (output, wanted) => {
  const state = [managed('module.a.aws_iam_role.r', { id: 'job', name: 'job' })];
  const values = Object.fromEntries(state.map((each) => [each.address, each.attributes]));
  const files = {
    'main.tf': `module "a" {
  source = "./m"
}
`,
    'm/main.tf': `resource "aws_iam_role" "r" {
  name = "job"
}

output "out" {
  value = ${output}
}
`,
  };
  const address = `${type}.a_read_only_access`;
  const creation = {
    attributes: { policy_arn: arn, role: 'job' },
    importId: `job/${arn}`,
    parent: 'module.a.aws_iam_role.r',
  };
  const write = createWriter(createStateIndex(stateOf(state), loadSchema()));

  const { changed } = patchedBy(
    { write },
    files,
    [{ kind: 'create', drift: 'd-1', address, type, creation }],
    values,
  );

  expect(changed['main.tf']).toContain(`role       = ${wanted}\n`);
});
