import { listedBlock, listedValue } from '../catalog/listed-element.ts';
import { requestAt, required, requireText } from '../catalog/request.ts';
import type { CatalogAttributes } from '../catalog/sources.ts';
import type { CatalogEntry } from '../catalog/types.ts';
import { aws } from './aws.ts';
import {
  iamService,
  ofPrincipal,
  policy,
  principals,
  requestedPrincipal,
  role,
} from './iam-names.ts';

const content: CatalogAttributes = {
  name: 'policyName',
  policy: policy(({ request }) => required(requestAt(request, 'policyDocument'), 'policyDocument')),
};

/** Policies inside roles, users and groups, in each of the styles in which code may have them. */
export const iamInlineEntries: readonly CatalogEntry[] = principals.flatMap((kind) => {
  const { type, member, attribute, apiName } = kind;
  const exclusive = `${type}_policies_exclusive`;
  return aws(iamService, [
    {
      type: `${type}_policy`,
      identity: ofPrincipal(kind, `${type}_policy`, ({ request }, name) => ({
        [attribute]: name,
        name: requireText(request, 'policyName'),
      })),
      fields: { [attribute]: member, ...content },
      importId: ({ request }) =>
        `${requireText(request, member)}:${requireText(request, 'policyName')}`,
      parent: requestedPrincipal(kind),
      listings: [
        ...(kind === role
          ? [
              {
                type,
                identity: requestedPrincipal(kind),
                argument: 'inline_policy',
                element: listedBlock(content, ['name']),
              },
            ]
          : []),
        {
          type: exclusive,
          identity: ofPrincipal(kind, exclusive, (_, name) => ({ [`${attribute}_name`]: name })),
          argument: 'policy_names',
          element: listedValue('policyName'),
          has: 'permitted',
        },
      ],
      calls: { [`Put${apiName}Policy`]: 'put', [`Delete${apiName}Policy`]: 'delete' },
    },
  ]);
});
