import { isJsonArray } from '../../model/json.ts';
import { refTo } from '../catalog/effects.ts';
import type { Finding, Naming } from '../catalog/identity.ts';
import { listedValue } from '../catalog/listed-element.ts';
import { requireText } from '../catalog/request.ts';
import type { CatalogEntry } from '../catalog/types.ts';
import { aws } from './aws.ts';
import type { IamPrincipal } from './iam-names.ts';
import { iamService, ofPrincipal, principals, requestedPrincipal, role } from './iam-names.ts';

/** The type that lists all attachments of one policy in one resource. */
const shared = 'aws_iam_policy_attachment';

/** The resource that lists the principals of the policy, preferably the one with this principal. */
function sharedBy({ attribute, member }: IamPrincipal): Finding {
  return ({ request }, estate) => {
    const name = requireText(request, member);
    const candidates = estate.where(shared, 'policy_arn', requireText(request, 'policyArn'));
    const holder =
      candidates.find(({ attributes }) => {
        const names = attributes[`${attribute}s`];
        return isJsonArray(names) && names.includes(name);
      }) ?? candidates[0];
    const id = holder?.attributes['id'];
    return typeof id === 'string' ? refTo(shared, { id }) : undefined;
  };
}

function attachment(kind: IamPrincipal): Naming {
  return ofPrincipal(kind, `${kind.type}_policy_attachment`, ({ request }, name) => ({
    [kind.attribute]: name,
    policy_arn: requireText(request, 'policyArn'),
  }));
}

/** Attachments of managed policies, in each of the styles in which code may have them. */
export const iamAttachmentEntries: readonly CatalogEntry[] = principals.flatMap((kind) => {
  const { type, member, attribute, apiName } = kind;
  const exclusive = `${type}_policy_attachments_exclusive`;
  const policyArn = listedValue('policyArn');
  return aws(iamService, [
    {
      type: `${type}_policy_attachment`,
      identity: attachment(kind),
      fields: { [attribute]: member, policy_arn: 'policyArn' },
      importId: ({ request }) =>
        `${requireText(request, member)}/${requireText(request, 'policyArn')}`,
      parent: requestedPrincipal(kind),
      listings: [
        ...(kind === role
          ? [
              {
                type,
                identity: requestedPrincipal(kind),
                argument: 'managed_policy_arns',
                element: policyArn,
              },
            ]
          : []),
        {
          type: shared,
          identity: sharedBy(kind),
          argument: `${attribute}s`,
          element: listedValue(member),
          has: 'managed',
        },
        {
          type: exclusive,
          identity: ofPrincipal(kind, exclusive, (_, name) => ({ [`${attribute}_name`]: name })),
          argument: 'policy_arns',
          element: policyArn,
          has: 'permitted',
        },
      ],
      calls: { [`Attach${apiName}Policy`]: 'create', [`Detach${apiName}Policy`]: 'delete' },
    },
  ]);
});
