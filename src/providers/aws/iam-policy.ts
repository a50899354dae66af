import { creates, deletes, ignores, required, response, tagging } from '../catalog/define.ts';
import { effect, refTo, setLogged } from '../catalog/effects.ts';
import { boolAt, requestAt, requireText, textAt } from '../catalog/request.ts';
import type { CatalogEntry } from '../catalog/types.ts';
import { iamService, policy, toPolicy } from './iam-names.ts';

const type = 'aws_iam_policy';
const keys = [{ arn: 'policyArn' }];

export const iamPolicyEntries: readonly CatalogEntry[] = [
  creates({
    service: iamService,
    operations: ['CreatePolicy'],
    type,
    keys: [{ arn: response('policy.arn') }],
    attributes: {
      name: 'policyName',
      path: 'path',
      description: 'description',
      policy: policy('policyDocument'),
    },
    tags: 'tags',
    defaults: { path: '/' },
    importId: response('policy.arn'),
  }),
  deletes({ service: iamService, operations: ['DeletePolicy'], type, keys }),
  {
    service: iamService,
    operations: ['CreatePolicyVersion'],
    types: [type],
    effects: ({ request }) => {
      if (boolAt(request, 'setAsDefault') !== true) return [];
      const document = required(requestAt(request, 'policyDocument'), 'policyDocument');
      const ref = refTo(type, { arn: requireText(request, 'policyArn') });
      return [setLogged(ref, ['policy'], document, toPolicy)];
    },
  },
  {
    // The version's document is in the record that made the version, if anywhere.
    service: iamService,
    operations: ['SetDefaultPolicyVersion'],
    types: [type],
    effects: ({ request }) => [
      effect(refTo(type, { arn: requireText(request, 'policyArn') }), {
        kind: 'set',
        path: ['policy'],
        value: { kind: 'omitted' },
      }),
    ],
  },
  ...tagging({
    service: iamService,
    tag: ['TagPolicy'],
    untag: ['UntagPolicy'],
    types: [type],
    tags: 'tags',
    tagKeys: 'tagKeys',
    resource: ({ request }) => refTo(type, { arn: textAt(request, 'policyArn') }),
  }),
  ignores(iamService, ['DeletePolicyVersion']),
];
