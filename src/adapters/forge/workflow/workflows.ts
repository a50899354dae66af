import type { Connection } from '../connection.ts';
import { inputTexts } from './inputs.ts';
import type { Workflows } from './types.ts';

/** Workflows of GitHub, and of Gitea and Forgejo, which share this call. */
export function createActions({ http, repository }: Connection): Workflows {
  return {
    async dispatch({ file, ref, inputs }) {
      const texts = inputTexts(inputs);
      if (!texts.ok) return texts;
      return http.done({
        method: 'POST',
        path: ['repos', ...repository, 'actions', 'workflows', file, 'dispatches'],
        body: { ref, inputs: texts.value },
      });
    },
  };
}

/**
 * Starts the pipeline of a branch with the variables `PARLEY_STACK`, `PARLEY_INTENT`,
 * `PARLEY_ADDRESSES`.
 */
export function createPipelines({ http, repository }: Connection): Workflows {
  return {
    async dispatch({ ref, inputs }) {
      const texts = inputTexts(inputs);
      if (!texts.ok) return texts;
      const variables = Object.entries(texts.value).map(([name, value]) => ({
        key: `PARLEY_${name.toUpperCase()}`,
        value,
      }));
      return http.done({
        method: 'POST',
        path: ['projects', repository.join('/'), 'pipeline'],
        body: { ref, variables },
      });
    },
  };
}
