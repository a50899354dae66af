import { valueToJson } from '../../../../src/code/hcl/eval/json.ts';
import type { Value } from '../../../../src/code/hcl/eval/value.ts';
import type { Expression } from '../../../../src/code/hcl/syntax/ast.ts';
import type { InstanceKey } from '../../../../src/code/terraform/address.ts';
import { parseAddress } from '../../../../src/code/terraform/address.ts';
import type {
  Configuration,
  LoadOptions,
} from '../../../../src/code/terraform/config/configuration.ts';
import { createEvaluation } from '../../../../src/code/terraform/config/evaluation.ts';
import { loadConfiguration } from '../../../../src/code/terraform/config/load.ts';
import type { Scope } from '../../../../src/code/terraform/config/scope.ts';
import type { Evaluation, StateValues } from '../../../../src/code/terraform/config/types.ts';
import type { Json, JsonObject } from '../../../../src/model/json.ts';
import type { Problem } from '../../../../src/model/result.ts';
import { formatPlace } from '../../../../src/model/result.ts';

export interface Made {
  readonly configuration: Configuration;
  readonly evaluation: Evaluation;
  readonly problems: readonly Problem[];
}

export type Files = Readonly<Record<string, string>>;

/** Loads a project from texts by path; a single text is its main.tf. */
export function make(
  files: Files | string,
  state: Readonly<Record<string, JsonObject>> = {},
  options: LoadOptions = {},
): Made {
  const tree = new Map(Object.entries(typeof files === 'string' ? { 'main.tf': files } : files));
  const { configuration, problems } = loadConfiguration(tree, options);
  const evaluation = createEvaluation(configuration, stateOf(state));
  return { configuration, evaluation, problems };
}

function stateOf(instances: Readonly<Record<string, JsonObject>>): StateValues {
  return {
    get: (address) => (Object.hasOwn(instances, address) ? instances[address] : undefined),
    keys: (address) => Object.keys(instances).flatMap((each) => keyOf(each, address)),
  };
}

function keyOf(instance: string, resource: string): readonly InstanceKey[] {
  if (instance === resource) return [undefined];
  const parsed = instance.startsWith(`${resource}[`) ? parseAddress(instance) : undefined;
  return parsed === undefined ? [] : [parsed.key];
}

/** The JSON of a value, or `?` and the reason why it is unknown. */
export function show(value: Value | undefined): Json | undefined {
  if (value === undefined) return undefined;
  const json = valueToJson(value);
  if (json !== undefined) return json;
  return value.kind === 'unknown' ? `?${value.reason}` : '?';
}

/** All attributes of an instance as JSON. */
export function attributes(evaluation: Evaluation, address: string): Json {
  const entries = [...evaluation.attributes(address)];
  return Object.fromEntries(entries.map(([name, value]) => [name, show(value) ?? null]));
}

/** The source text of an expression. */
export function textOf(expr: Expression, scope: Scope): string {
  return scope.file.text.slice(expr.start, expr.end);
}

/** The place and the code of each problem. */
export function briefly(problems: readonly Problem[]): readonly string[] {
  return problems.map(({ code, place }) => `${place ? formatPlace(place) : '-'} ${code}`);
}
