import { createEvaluationBudget } from '../../hcl/eval/budget.ts';
import type { FunctionHost } from '../../hcl/eval/scope.ts';
import { followLinks } from '../project/links.ts';
import type { Configuration } from './configuration.ts';
import { resolvePath } from './files.ts';
import type { EvaluationOptions } from './types.ts';

/** Provides functions with the files of the project, by paths relative to the root module. */
export function createHost(configuration: Configuration, options: EvaluationOptions): FunctionHost {
  const { tree, rootDir, links } = configuration;
  const budget = createEvaluationBudget();
  const prefix = rootDir === '' ? '' : `${rootDir}/`;
  return {
    budget,
    readFile(path) {
      if (path.startsWith('/')) return undefined;
      return tree.get(followLinks(links, resolvePath(rootDir, path)));
    },
    *listFiles() {
      for (const path of pathsOf(configuration)) {
        if (path.startsWith(prefix)) yield path.slice(prefix.length);
      }
    },
    ...(options.planTimestamp === undefined ? {} : { planTimestamp: options.planTimestamp }),
  };
}

/** All paths that exist. A file that could not be read is still a member of a `fileset`. */
function* pathsOf({ tree, unread, links }: Configuration): Iterable<string> {
  yield* tree.keys();
  yield* unread.keys();
  for (const path of links.keys()) {
    const target = followLinks(links, path);
    if (tree.has(target) || unread.has(target)) yield path;
  }
}
