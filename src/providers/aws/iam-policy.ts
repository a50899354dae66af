import { omittedEffect, refTo, setLogged } from '../catalog/effects.ts';
import { boolAt, requestAt, required, requireText } from '../catalog/request.ts';
import { response } from '../catalog/sources.ts';
import type { CatalogEntry } from '../catalog/types.ts';
import { aws } from './aws.ts';
import { iamService, policy, toPolicy } from './iam-names.ts';

const type = 'aws_iam_policy';
const keys = [{ arn: 'policyArn' }];

export const iamPolicyEntries: readonly CatalogEntry[] = aws(iamService, [
  {
    type: type,
    identity: keys,
    created: [{ arn: response('policy.arn') }],
    fields: {
      name: 'policyName',
      path: 'path',
      description: 'description',
      policy: policy('policyDocument'),
    },
    tags: 'tags',
    defaults: { path: '/' },
    importId: response('policy.arn'),
    calls: {
      CreatePolicy: 'create',
      DeletePolicy: 'delete',
      CreatePolicyVersion: {
        special: ({ request }) => {
          if (boolAt(request, 'setAsDefault') !== true) return [];
          const document = required(requestAt(request, 'policyDocument'), 'policyDocument');
          const ref = refTo(type, { arn: requireText(request, 'policyArn') });
          return [setLogged(ref, ['policy'], document, toPolicy)];
        },
      },
      SetDefaultPolicyVersion: {
        special: ({ request }) => [
          omittedEffect(refTo(type, { arn: requireText(request, 'policyArn') }), ['policy']),
        ],
      },
      TagPolicy: { tag: 'tags', by: [{ arn: 'policyArn' }] },
      UntagPolicy: { untag: 'tagKeys', by: [{ arn: 'policyArn' }] },
    },
  },
  { ignores: ['DeletePolicyVersion'] },
]);
