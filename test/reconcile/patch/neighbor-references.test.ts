import { expect, it } from 'vitest';
import { createStateIndex } from '../../../src/code/terraform/state/index.ts';
import { loadSchema } from '../../../src/providers/schema/load.ts';
import { createWriter } from '../../../src/reconcile/patch/references.ts';
import { elementGoal, patchedBy } from '../../stages/patch/harness.ts';
import { managed, stateOf } from '../managed.ts';

const roles = ['app', 'bastion', 'worker'].map((name) =>
  managed(`aws_iam_role.${name}`, {
    id: name,
    name,
    arn: `arn:aws:iam::123456789012:role/${name}`,
  }),
);
const twin = managed('aws_iam_role.twin', { id: 'worker', name: 'worker' });
const policy = 'aws_iam_policy_attachment.read';
const declared = ['app', 'bastion', 'worker', 'twin']
  .map(
    (name) =>
      `resource "aws_iam_role" "${name}" {
  name = "${name.replace('twin', 'worker')}"
}
`,
  )
  .join('\n');

it.each([
  ['[aws_iam_role.app.name]', 'bastion', '[aws_iam_role.app.name, aws_iam_role.bastion.name]'],
  ['[aws_iam_role.app.id]', 'bastion', '[aws_iam_role.app.id, aws_iam_role.bastion.id]'],
  ['["app"]', 'bastion', '["app", "bastion"]'],
  ['[aws_iam_role.app.name]', 'stranger', '[aws_iam_role.app.name, "stranger"]'],
  // Two roles have this name, so it is not known which one is meant.
  ['[aws_iam_role.app.name]', 'worker', '[aws_iam_role.app.name, "worker"]'],
])('writes into %s, for %s, what its neighbors would', (list, element, wanted) => {
  const code = `resource "aws_iam_policy_attachment" "read" {
  roles = ${list}
}

${declared}`;
  const state = [...roles, twin];
  const index = createStateIndex(stateOf(state), loadSchema());
  const values = Object.fromEntries(state.map((each) => [each.address, each.attributes]));
  const goal = elementGoal(policy, ['roles'], 'add', element);

  const { changed } = patchedBy(
    { write: createWriter(index) },
    { 'main.tf': code },
    [goal],
    values,
  );

  expect(changed['main.tf']?.split('\n')[1]).toBe(`  roles = ${wanted}`);
});
