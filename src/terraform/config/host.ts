import type { FunctionHost } from '../../hcl/eval/scope.ts';
import { resolvePath } from './files.ts';
import type { Configuration, EvaluationOptions } from './types.ts';

/** Lets functions read the files of the project, by paths relative to the root module. */
export function createHost(configuration: Configuration, options: EvaluationOptions): FunctionHost {
  const { tree, rootDir } = configuration;
  const prefix = rootDir === '' ? '' : `${rootDir}/`;
  return {
    readFile(path) {
      return path.startsWith('/') ? undefined : tree.get(resolvePath(rootDir, path));
    },
    *listFiles() {
      for (const path of tree.keys()) if (path.startsWith(prefix)) yield path.slice(prefix.length);
    },
    ...(options.planTimestamp === undefined ? {} : { planTimestamp: options.planTimestamp }),
  };
}
