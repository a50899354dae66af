import { lifecyclePurpose } from '../../../providers/traits/lifecycle-purpose.ts';
import { bucketSetting } from '../../../providers/traits/nouns.ts';
import { clause, type NamingRule } from '../clause.ts';

/** Entire resources that were created or deleted. */
export const lifecycleRules: readonly NamingRule[] = [
  {
    id: 'deleted',
    read: (facts) =>
      facts
        .filter(({ change }) => change === 'deleted')
        .map((fact) =>
          clause([fact], lifecyclePurpose(fact.type, false), {
            before: `Deleted ${settingOf(fact.type)}`,
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
            {
              before: `Created ${settingOf(fact.type)}`,
              after: ` outside ${codeOf(fact.type)}`,
            },
            { confidence: 0.8 },
          ),
        ),
  },
];

/** `the policy of `, since all resources of a bucket are called `bucket logs`, for example. */
function settingOf(type: string): string {
  const setting = bucketSetting(type);
  return setting === undefined ? '' : `the ${setting} of `;
}

/** Types of cluster objects consist of group and kind. */
function codeOf(type: string): string {
  return type.includes('/') ? 'the manifests' : 'Terraform';
}
