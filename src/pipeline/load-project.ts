import type { Problem } from '../model/result.ts';
import type { LoadProject, Project } from '../patch/types.ts';
import { createEvaluation } from '../terraform/config/evaluation.ts';
import { loadConfiguration } from '../terraform/config/load.ts';
import { createParseCache } from '../terraform/config/parse-cache.ts';
import type { LoadOptions, SourceTree } from '../terraform/config/types.ts';
import { createStateValues } from '../terraform/state/estate.ts';
import type { StateIndex } from '../terraform/state/types.ts';

export interface Loaded {
  readonly project: Project;
  readonly problems: readonly Problem[];
  /** Loads a changed tree the same way; files whose text is the same are not parsed again. */
  readonly load: LoadProject;
}

/** The project as written, with values from the state where the code has none. */
export function loadProject(tree: SourceTree, options: LoadOptions, index: StateIndex): Loaded {
  const cache = createParseCache();
  const stateValues = createStateValues(index);
  const read = (files: SourceTree): { project: Project; problems: readonly Problem[] } => {
    const { configuration, problems } = loadConfiguration(files, { ...options, cache });
    const evaluation = createEvaluation(configuration, stateValues);
    return { project: { tree: files, evaluation }, problems };
  };
  return { ...read(tree), load: (files) => read(files).project };
}
