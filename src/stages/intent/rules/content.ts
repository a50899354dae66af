import { isContentHash } from '../../../providers/catalog/content-hashes.ts';
import { clause, type NamingRule } from '../clause.ts';

/** For code that was replaced under the same name. The hash itself tells a reader nothing. */
export const contentRule: NamingRule = {
  id: 'content-replaced',
  read: (facts) =>
    facts
      .filter(({ type, drift }) => isContentHash(type, drift.path))
      .map((fact) => clause([fact], 'deployment', { before: 'Replaced the code of ' })),
};
