import { lifecyclePurpose } from '../../../providers/traits/lifecycle-purpose.ts';
import { bucketSetting } from '../../../providers/traits/nouns.ts';
import type { NamingRule } from '../clause.ts';
import { clause } from '../clause.ts';

/** Entire resources that were created or deleted. */
export const lifecycleRules: readonly NamingRule[] = [
  {
    id: 'deleted',
    read: (facts) =>
      facts
        .filter(({ change }) => change === 'deleted')
        .map((fact) =>
          clause([fact], lifecyclePurpose(fact.type, false), {
            before: 'Deleted ',
            after: describe(fact.type),
          }),
        ),
  },
  {
    id: 'created',
    read: (facts) =>
      facts
        .filter(({ change }) => change === 'created')
        .map((fact) =>
          clause(
            [fact],
            lifecyclePurpose(fact.type, true),
            { before: 'Created ', after: `${describe(fact.type)} outside ${codeOf(fact.type)}` },
            { confidence: 0.8 },
          ),
        ),
  },
];

/**
 * The part of a bucket that a type stands for: all of them are called `bucket logs`, for example.
 */
function describe(type: string): string {
  const part = bucketSetting(type);
  return part === undefined ? '' : ` (${part})`;
}

/** Types of cluster objects consist of group and kind. */
function codeOf(type: string): string {
  return type.includes('/') ? 'the manifests' : 'Terraform';
}
