import type { ProviderSchema } from '../../catalog/schema/types.ts';
import type { AttributePath } from '../../model/path.ts';
import type { Configuration, ModuleInstance } from '../../terraform/config/types.ts';
import { stackFile } from '../stack/file.ts';
import type { Site } from '../types.ts';
import { inputName, inputType } from './name.ts';
import { type NewInput, openModule, openStack } from './open.ts';
import type { InputBase } from './opening.ts';

export interface InputSearch {
  readonly configuration: Configuration;
  /** Where the resource stands. */
  readonly instance: ModuleInstance;
  readonly schema: ProviderSchema;
  /** Terraform resource type and name, and the path of the attribute, without keys into a map. */
  readonly type: string;
  readonly name: string;
  readonly path: AttributePath;
}

/**
 * A module says something that all its callers share, and one of them, or one instance, differs:
 * the module gets an input whose default is what it says now, and that caller sets it. Each site
 * opens one more level of modules, for callers that are called several times themselves; the last
 * opens the root, for the stacks that share its folder, each with its variable file.
 */
export function* moduleInputSites(
  { configuration, instance, schema, type, name, path }: InputSearch,
  openings: (base: InputBase) => Iterable<NewInput>,
): Generator<Site> {
  const stack = stackFile(configuration);
  const levels = levelsOf(instance);
  if (levels.length === 0 && stack === undefined) return;
  const modules = levels.map(({ module }) => module);
  const opened = stack === undefined ? modules : [...modules, configuration.root];
  const input = inputName(path, name, opened);
  const constraint = inputType(schema, type, path);
  if (input === undefined || constraint === undefined) return;
  const steps = path.filter((step) => typeof step === 'string');
  const description = `${steps.join('.')} of ${type}.${name}`;
  for (const opening of openings({ name: input, type: constraint, description })) {
    for (let depth = 1; depth <= levels.length; depth += 1) {
      yield openModule(levels.slice(0, depth), opening);
    }
    if (stack !== undefined) yield openStack(levels, configuration.root, stack, opening);
  }
}

/** The instance and those that lead to it, innermost first, without the root. */
function levelsOf(instance: ModuleInstance): readonly ModuleInstance[] {
  const { caller } = instance;
  return caller === undefined ? [] : [instance, ...levelsOf(caller.scope.instance)];
}
