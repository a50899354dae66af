import type { Configuration } from '../../../../code/terraform/config/configuration.ts';
import type { ModuleInstance } from '../../../../code/terraform/config/scope.ts';
import type { AttributePath } from '../../../../model/path.ts';
import type { ProviderSchema } from '../../../../providers/schema/types.ts';
import { stackFile } from '../stack/file.ts';
import type { Site } from '../types.ts';
import { freeName, inputType, isOneOfMany } from './name.ts';
import { type NewInput, openModule, openStack } from './open.ts';
import type { InputBase } from './opening.ts';

export interface InputSearch {
  readonly configuration: Configuration;
  /** The module instance that contains the resource. */
  readonly instance: ModuleInstance;
  readonly schema: ProviderSchema;
  /** Terraform resource type and name. */
  readonly type: string;
  readonly name: string;
  /** The key of the only instance that the input is for. */
  readonly key?: string;
  /** What the input provides: the attribute at a path (without map keys), or a given input. */
  readonly input: AttributePath | InputBase;
}

/**
 * A module declares a value for all its callers, but one caller or instance differs: the module
 * gets an input with the current value as default, and that caller sets it. Each further site opens
 * one more level of modules, for callers that are themselves called several times. The last site
 * opens the root, for stacks that share its folder and have their own variable files.
 */
export function* moduleInputSites(
  search: InputSearch,
  openings: (base: InputBase) => Iterable<NewInput>,
): Generator<Site> {
  const { configuration, instance, schema, type, name, key, input } = search;
  const stack = stackFile(configuration);
  const levels = levelsOf(instance);
  const base = 'name' in input ? input : ofAttribute(input, search);
  if (base === undefined) return;
  const modules = levels.map(({ module }) => module);
  const part = { own: base.name, type, resource: name, key };
  const first = 'name' in input ? undefined : input[0];
  const isOne =
    typeof first === 'string' && isOneOfMany(instance.module, schema, `${type}.${name}`, first);
  const own = modules.length === 0 ? undefined : freeName({ ...part, isOneOfMany: isOne }, modules);
  // In the root module, the name of an argument says nothing of whose it is.
  const inRoot =
    stack && freeName({ ...part, isOneOfMany: true }, [...modules, configuration.root]);
  const opened = (as: string | undefined) =>
    as === undefined ? [] : openings({ ...base, name: as });
  for (const opening of opened(own)) {
    for (let depth = 1; depth <= levels.length; depth += 1) {
      yield openModule(levels.slice(0, depth), opening);
    }
  }
  if (stack === undefined) return;
  for (const opening of opened(inRoot)) {
    yield openStack(levels, configuration.root, stack, opening);
  }
}

function ofAttribute(
  path: AttributePath,
  { type, name, key, schema }: InputSearch,
): InputBase | undefined {
  const constraint = inputType(schema, type, path);
  if (constraint === undefined) return undefined;
  const steps = path.filter((step) => typeof step === 'string');
  const instance = key === undefined ? '' : `[${JSON.stringify(key)}]`;
  const description = `${steps.join('.')} of ${type}.${name}${instance}`;
  return { name: steps.slice(-2).join('_'), type: constraint, description };
}

/** The instance and those that lead to it, innermost first, without the root. */
function levelsOf(instance: ModuleInstance): readonly ModuleInstance[] {
  const { caller } = instance;
  return caller === undefined ? [] : [instance, ...levelsOf(caller.scope.instance)];
}
