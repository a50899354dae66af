import type { LoadOptions } from '../../code/terraform/config/configuration.ts';
import { createEvaluation } from '../../code/terraform/config/evaluation.ts';
import { loadConfiguration } from '../../code/terraform/config/load.ts';
import { createParseCache } from '../../code/terraform/config/parse-cache.ts';
import type { EvaluationOptions, StateValues } from '../../code/terraform/config/types.ts';
import { withNewMoves } from '../../code/terraform/moves/values.ts';
import { createStateValues } from '../../code/terraform/state/estate.ts';
import type { StateIndex } from '../../code/terraform/state/types.ts';
import type { JsonObject } from '../../model/json.ts';
import type { Problem } from '../../model/result.ts';
import type { SourceTree } from '../../model/source-tree.ts';
import type { LoadProject, Project } from '../../stages/patch/terraform/types.ts';

export interface Loaded {
  readonly project: Project;
  readonly problems: readonly Problem[];
  /** Loads a changed tree the same way. Files with unchanged text are not parsed again. */
  readonly load: LoadProject;
  /** The same project, with different values for these attributes than in the state. */
  with(known: KnownAttributes): Loaded;
}

/** Values of top-level attributes, by address. */
export type KnownAttributes = ReadonlyMap<string, JsonObject>;

/** The project as written, with values from the state where the code has none. */
export function loadProject(
  tree: SourceTree,
  options: LoadOptions,
  index: StateIndex,
  evaluating: EvaluationOptions = {},
): Loaded {
  const { cache = createParseCache() } = options;
  return loadWith(tree, { ...options, cache }, createStateValues(index), evaluating);
}

function loadWith(
  tree: SourceTree,
  options: LoadOptions,
  state: StateValues,
  evaluating: EvaluationOptions,
): Loaded {
  const read = (files: SourceTree): { project: Project; problems: readonly Problem[] } => {
    const { configuration, problems } = loadConfiguration(files, options);
    const values = withNewMoves(state, configuration);
    const evaluation = createEvaluation(configuration, values, evaluating);
    return { project: { tree: files, evaluation }, problems };
  };
  return {
    ...read(tree),
    load: (files) => read(files).project,
    with: (known) => loadWith(tree, options, withKnown(state, known), evaluating),
  };
}

function withKnown(state: StateValues, known: KnownAttributes): StateValues {
  return {
    get(address) {
      const attributes = state.get(address);
      const more = known.get(address);
      return attributes && more ? { ...attributes, ...more } : attributes;
    },
    keys: (resourceAddress) => state.keys(resourceAddress),
  };
}

/**
 * The problem that stops a run: code that cannot be read or has a syntax error. Terraform reads
 * either all files of a module or none, and the declarations in a broken file would look deleted.
 * Errors in downloaded modules are not the user's to fix.
 */
export function brokenCode(problems: readonly Problem[]): Problem | undefined {
  const unread = problems.find(({ code }) => code === 'unreadable-file');
  return unread ?? syntaxError(problems);
}

function syntaxError(problems: readonly Problem[]): Problem | undefined {
  const errors = problems.filter(
    ({ code, place }) => code === 'syntax-error' && place?.file.startsWith('.terraform/') !== true,
  );
  const [first] = errors;
  if (first === undefined) return undefined;
  const more = errors.length === 1 ? '' : ` (${errors.length - 1} more)`;
  return {
    ...first,
    message: `${first.message.replace(/\.$/, '')}${more}.`,
    hint: 'Correct the syntax; Terraform cannot read the project either.',
  };
}
