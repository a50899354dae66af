import { expect, it } from 'vitest';
import { naming } from '../../src/terraform/program.ts';

it.each<readonly [string, string]>([
  ['Run `terraform init` in the project.', 'Run `tofu init` in the project.'],
  ['Terraform would update aws_x.y (a: 1 -> 2).', 'OpenTofu would update aws_x.y (a: 1 -> 2).'],
  ['Terraform will regroup the rules.', 'OpenTofu will regroup the rules.'],
  ['Terraform stopped planning with an error.', 'OpenTofu stopped planning with an error.'],
  ['terraform_data.a is not part of the plan.', 'terraform_data.a is not part of the plan.'],
  ['The value is "Terraform Cloud".', 'The value is "Terraform Cloud".'],
  ['`terraform.workspace` is known.', '`terraform.workspace` is known.'],
])('%s', (sentence, expected) => {
  expect(naming('tofu', sentence)).toBe(expected);
  expect(naming('terraform', sentence)).toBe(sentence);
  expect(naming(undefined, sentence)).toBe(sentence);
});
