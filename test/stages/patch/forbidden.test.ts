import { describe, expect, it } from 'vitest';
import { patched, valueGoal } from './harness.ts';

const group = (name: string, days = 'var.days') =>
  `resource "aws_cloudwatch_log_group" "${name}" {\n  retention_in_days = ${days}\n}\n`;
const variable = (condition: string) =>
  `variable "days" {\n  default = 30\n\n  validation {\n    condition     = ${condition}\n    error_message = "One or two months."\n  }\n}\n`;
const wanted = (days: number) =>
  valueGoal('aws_cloudwatch_log_group.a', ['retention_in_days'], days);
const months = 'contains([30, 60], var.days)';

describe('a value that a variable does not allow', () => {
  it.each<readonly [string, string, number, string]>([
    ['is written at the use', months, 7, group('a', '7') + variable(months)],
    [
      'is the new default if the rule allows it',
      months,
      60,
      group('a') + variable(months).replace('default = 30', 'default = 60'),
    ],
    [
      'is the new default if the rule cannot be evaluated',
      'var.days > file("least")',
      7,
      group('a') + variable('var.days > file("least")').replace('default = 30', 'default = 7'),
    ],
    [
      'is the new default if the rule was broken before',
      'var.days > 90',
      7,
      group('a') + variable('var.days > 90').replace('default = 30', 'default = 7'),
    ],
  ])('%s', (_, condition, days, after) => {
    const { changed } = patched({ 'main.tf': group('a') + variable(condition) }, [wanted(days)]);

    expect(changed).toEqual({ 'main.tf': after });
  });

  it('is not given to a module', () => {
    const files = {
      'main.tf': 'module "logs" {\n  source = "./logs"\n  days   = 30\n}\n',
      'logs/main.tf': group('a') + variable(months),
    };
    const goal = valueGoal('module.logs.aws_cloudwatch_log_group.a', ['retention_in_days'], 7);

    const { synthesis } = patched(files, [goal]);

    expect(JSON.stringify(synthesis)).toContain(
      'The validation of module.logs.var.days would not allow the value (One or two months.).',
    );
    expect(JSON.stringify(synthesis.files)).not.toContain('days   = 7');
  });
});

const condition = (kind: string, text: string) =>
  `\n  lifecycle {\n    ${kind} {\n      condition     = ${text}\n      error_message = "Two months at least."\n    }\n  }\n`;
const guarded = (kind: string, text: string) =>
  group('a').replace(/\}\n$/, `${condition(kind, text)}}\n`);
const days = 'variable "days" {\n  default = 60\n}\n';

describe('a value that a condition does not allow', () => {
  it.each<readonly [string, string, string]>([
    [
      'a postcondition of the resource',
      guarded('postcondition', 'self.retention_in_days >= 60'),
      'The postcondition of aws_cloudwatch_log_group.a',
    ],
    [
      'a precondition of an output',
      `${group('a')}output "days" {\n  value = var.days\n\n  precondition {\n    condition     = aws_cloudwatch_log_group.a.retention_in_days >= 60\n    error_message = "Two months at least."\n  }\n}\n`,
      'The precondition of output.days',
    ],
  ])('is left to people: %s', (_, code, place) => {
    const { synthesis, changed } = patched({ 'main.tf': code + days }, [wanted(7)]);

    expect(changed).toEqual({});
    expect(JSON.stringify(synthesis)).toContain(
      `${place} would not allow the value (Two months at least.).`,
    );
  });

  it('is written at the use if the condition is about the variable', () => {
    const code = guarded('precondition', 'var.days >= 60');

    const { changed } = patched({ 'main.tf': code + days }, [wanted(7)]);

    expect(changed).toEqual({ 'main.tf': code.replace('= var.days', '= 7') + days });
  });

  it.each([
    ['is met', guarded('precondition', 'var.days >= 7')],
    ['was broken before', guarded('precondition', 'var.days > 90')],
    ['cannot be evaluated', guarded('postcondition', 'self.arn != var.unknown')],
    [
      'only warns',
      `${group('a')}check "days" {\n  assert {\n    condition     = var.days >= 60\n    error_message = "Two months at least."\n  }\n}\n`,
    ],
  ])('is written if the condition %s', (_, code) => {
    const { changed } = patched({ 'main.tf': code + days }, [wanted(7)]);

    expect(changed).toEqual({ 'main.tf': (code + days).replace('default = 60', 'default = 7') });
  });
});
