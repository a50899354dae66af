import { isContentHash } from '../../../providers/catalog/content-hashes.ts';
import type { NamingRule } from '../clause.ts';
import { clause } from '../clause.ts';

/** Other code runs under the same name: the hash says nothing to a reader. */
export const contentRule: NamingRule = {
  id: 'content-replaced',
  read: (facts) =>
    facts
      .filter(({ type, drift }) => isContentHash(type, drift.path))
      .map((fact) => clause([fact], 'deployment', { before: 'Replaced the code of ' })),
};
