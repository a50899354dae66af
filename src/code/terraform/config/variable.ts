import { convertInput } from '../../hcl/eval/defaults.ts';
import { evaluate } from '../../hcl/eval/evaluate.ts';
import { isFailure } from '../../hcl/eval/failure.ts';
import { mark } from '../../hcl/eval/marks.ts';
import type { Value } from '../../hcl/eval/value.ts';
import { stringValue, unknownValue } from '../../hcl/eval/value.ts';
import { parseExpression } from '../../hcl/syntax/parse.ts';
import type { VariableBlock, VariableSource } from './blocks.ts';
import type { Engine } from './engine.ts';
import { evaluateSource, valueOnce } from './engine.ts';
import { isolatedScope } from './inputs.ts';
import type { ModuleInstance } from './scope.ts';
import type { SourceExpression } from './source.ts';

/** The value of an input variable in a module instance. */
export function variableValue(
  engine: Engine,
  instance: ModuleInstance,
  variable: VariableBlock,
): Value {
  const key = `${instance.address}|var.${variable.name}`;
  const argument = instance.caller?.call.inputs.get(variable.name);
  return valueOnce(engine, key, argument ?? variable.default, () => {
    const value = computeVariable(engine, instance, variable);
    return mark(value, variable.sensitive ? true : undefined);
  });
}

function computeVariable(engine: Engine, instance: ModuleInstance, variable: VariableBlock): Value {
  const given = givenValue(engine, instance, variable);
  if (given === undefined) return unknownValue(`var.${variable.name} has no value`);
  const value = accept(engine, variable, given.value, given.source);
  if (value.kind !== 'null' || variable.nullable) return value;
  const { default: fallback } = variable;
  if (fallback === undefined || fallback === given.source) return value;
  return accept(engine, variable, defaultValue(engine, instance, fallback), fallback);
}

interface Given {
  readonly value: Value;
  readonly source: SourceExpression;
}

function givenValue(
  engine: Engine,
  instance: ModuleInstance,
  variable: VariableBlock,
): Given | undefined {
  const { caller } = instance;
  if (caller !== undefined) {
    const argument = caller.call.inputs.get(variable.name);
    if (argument !== undefined) {
      return { value: evaluateSource(engine, argument, caller.scope), source: argument };
    }
    const { default: source } = variable;
    return source && { value: defaultValue(engine, instance, source), source };
  }
  const [winner] = engine.configuration.inputs.get(variable.name) ?? [];
  return winner && rootValue(engine, variable, winner);
}

function defaultValue(engine: Engine, instance: ModuleInstance, source: SourceExpression): Value {
  return engine.evaluate(source.expr, isolatedScope(source.file, instance));
}

function rootValue(engine: Engine, variable: VariableBlock, winner: VariableSource): Given {
  if (winner.kind === 'tfvars' || winner.kind === 'default') {
    return { value: engine.evaluate(winner.expr, winner.scope), source: winner };
  }
  const source = { file: variable.file, expr: variable.default?.expr ?? placeholder(variable) };
  if (variable.parsing === 'literal') return { value: stringValue(winner.text), source };
  const parsed = parseExpression(winner.text);
  if (!parsed.ok) {
    const message = `${winner.name} is no expression: ${parsed.error.message}`;
    engine.report.at(variable.file, { message, start: variable.block.start }, 'invalid-variable');
    return { value: unknownValue(message), source };
  }
  const value = evaluate(parsed.value, winner.text, {
    host: {},
    lookup: () => undefined,
    report: ({ message }) =>
      engine.report.at(
        variable.file,
        { message: `${winner.name}: ${message}`, start: variable.block.start },
        'invalid-variable',
      ),
  });
  return { value, source };
}

/** The position for problems of a value that is not in a file. */
function placeholder({ block }: VariableBlock): SourceExpression['expr'] {
  return { kind: 'keyword', value: null, start: block.start, end: block.start };
}

function accept(
  engine: Engine,
  variable: VariableBlock,
  value: Value,
  source: SourceExpression,
): Value {
  const converted = convertInput(value, variable.type, variable.defaults);
  if (!isFailure(converted)) return converted;
  const message = `This is not what var.${variable.name} takes: ${converted.message}.`;
  engine.report.at(source.file, { message, start: source.expr.start }, 'invalid-variable');
  return unknownValue(message, variable.type);
}
