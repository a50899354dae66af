import { type ListName, listArguments } from '../../../../code/terraform/policy-document/types.ts';
import type { Site } from '../types.ts';
import type { DocumentChange } from './change.ts';
import { argumentSites } from './statement-argument.ts';
import { principalBlocks } from './statement-block.ts';
import { conditionSites, principalSites } from './statement-nested.ts';
import type { StatementPlace } from './statement-place.ts';

/** Places of a change within one statement, at `['Statement', index, element, ...]`. */
export function* statementSites(place: StatementPlace, change: DocumentChange): Generator<Site> {
  const [, , element, ...inner] = change.path;
  const name = String(element);
  const list = listArguments.get(name as ListName);
  const principals = principalBlocks.get(name);
  if (list !== undefined) yield* argumentSites(place, list, change);
  else if (name === 'Effect' || name === 'Sid') {
    yield* argumentSites(place, name.toLowerCase(), change);
  } else if (principals !== undefined) yield* principalSites(place, principals, inner, change);
  else if (name === 'Condition') yield* conditionSites(place, inner, change);
}
