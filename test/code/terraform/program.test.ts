import { expect, it } from 'vitest';
import { naming, programProblem } from '../../../src/code/terraform/program.ts';

it.each<readonly [string, string]>([
  ['Run `terraform init` in the project.', 'Run `tofu init` in the project.'],
  ['Terraform would update aws_x.y (a: 1 -> 2).', 'OpenTofu would update aws_x.y (a: 1 -> 2).'],
  ['Terraform will regroup the rules.', 'OpenTofu will regroup the rules.'],
  ['Terraform stopped planning with an error.', 'OpenTofu stopped planning with an error.'],
  ['Terraform cannot read it either.', 'OpenTofu cannot read it either.'],
  ['Terraform planned it against the cloud.', 'OpenTofu planned it against the cloud.'],
  ['Terraform does not know it.', 'OpenTofu does not know it.'],
  ['terraform_data.a is not part of the plan.', 'terraform_data.a is not part of the plan.'],
  ['The value is "Terraform Cloud".', 'The value is "Terraform Cloud".'],
  ['`terraform.workspace` is known.', '`terraform.workspace` is known.'],
])('%s', (sentence, expected) => {
  expect(naming('tofu', sentence)).toBe(expected);
  expect(naming('terraform', sentence)).toBe(sentence);
  expect(naming(undefined, sentence)).toBe(sentence);
});

it('names the program in the problem and its hint', () => {
  const problem = {
    code: 'state-is-plan',
    message: 'This is a plan (`terraform show -json` of a plan file), not a state.',
    hint: 'Pass the state: `terraform state pull`.',
    place: { file: 'terraform.tfstate' },
  };

  expect(programProblem('tofu', problem)).toEqual({
    ...problem,
    message: 'This is a plan (`tofu show -json` of a plan file), not a state.',
    hint: 'Pass the state: `tofu state pull`.',
  });
  expect(programProblem(undefined, problem)).toEqual(problem);
});
