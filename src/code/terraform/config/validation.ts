import { attributeOf, blocksOf, plainString } from './body.ts';
import type { VariableDeclaration } from './declarations.ts';
import { moduleScope } from './expand.ts';
import type { ModuleInstance } from './scope.ts';
import type { SourceBlock } from './source.ts';
import type { Evaluation } from './types.ts';

/** A value of an input variable that its `validation` block does not allow. */
export interface BrokenValidation {
  /** `var.days`, or `module.logs.var.days` for the input of a module. */
  readonly variable: string;
  /** The message of the block, if it is plain text. */
  readonly message?: string;
}

/**
 * Values that the configuration's own validation rules do not allow, so that no plan can be made.
 * Conditions that cannot be evaluated count as met. See
 * https://developer.hashicorp.com/terraform/language/values/variables#custom-validation-rules
 */
export function* brokenValidations(evaluation: Evaluation): Generator<BrokenValidation> {
  for (const module of evaluation.configuration.modules.values()) {
    const rules = [...module.variables.values()].flatMap((variable) =>
      rulesOf(variable).map((rule) => ({ variable, rule })),
    );
    if (rules.length === 0) continue;
    for (const instance of evaluation.moduleInstances(module)) {
      for (const { variable, rule } of rules) {
        if (isBroken(evaluation, instance, rule)) yield brokenAt(instance, variable, rule);
      }
    }
  }
}

function rulesOf({ file, block }: VariableDeclaration): readonly SourceBlock[] {
  return blocksOf([{ file, block }]).get('validation') ?? [];
}

function isBroken(evaluation: Evaluation, instance: ModuleInstance, rule: SourceBlock): boolean {
  const condition = attributeOf([rule], 'condition');
  if (condition === undefined) return false;
  const value = evaluation.evaluate(condition.expr, moduleScope(instance, rule.file));
  return value.kind === 'bool' && !value.value;
}

function brokenAt(
  { address }: ModuleInstance,
  { name }: VariableDeclaration,
  rule: SourceBlock,
): BrokenValidation {
  const said = attributeOf([rule], 'error_message');
  const message = said && plainString(said.expr, said.file.text);
  return {
    variable: `${address === '' ? '' : `${address}.`}var.${name}`,
    ...(message === undefined ? {} : { message }),
  };
}
