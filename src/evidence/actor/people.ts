import type { ActorSignatureInput } from './schema.ts';

/** People, by what AWS reports about them, or what every cloud reports about its console. */
export const provenPeople: readonly ActorSignatureInput[] = [
  {
    id: 'sso',
    class: 'human',
    name: '{session|person}',
    // The path is reserved. A role with such a name but without the path may be anybody's.
    principal: { regex: '^arn:[^:]+:iam::\\d{12}:role/aws-reserved/sso\\.amazonaws\\.com/[^:]+$' },
  },
  { id: 'root', class: 'human', cloud: 'aws', name: 'root', type: 'Root' },
  { id: 'console', class: 'human', fromConsole: true },
  { id: 'federated-person', class: 'human', type: ['SAMLUser', 'IdentityCenterUser'] },
];

/** People, by their tools; and callers that are not people although they look like people. */
export const claimedPeople: readonly ActorSignatureInput[] = [
  {
    id: 'instance-role',
    class: 'unknown',
    name: '{person} on {session}',
    type: 'AssumedRole',
    session: { regex: '^i-[0-9a-f]{8,17}$' },
  },
  {
    id: 'console-user-agent',
    class: 'human',
    userAgent: [
      'console.*',
      'signin.amazonaws.com',
      'Mozilla/*',
      'Coral/*',
      { regex: '(?:^| )S3Console/' },
      { regex: '^\\w{1,20} Console, aws-internal/' },
      { regex: '^AWS Signin, aws-internal/' },
    ],
  },
  {
    id: 'cli',
    class: 'human',
    userAgent: [{ regex: '(?:^| )aws-cli/' }, { regex: '(?:^| )AWSPowerShell' }],
  },
];

/** Callers that are AWS itself. */
export const providerSignatures: readonly ActorSignatureInput[] = [
  {
    id: 'service-linked-role',
    class: 'provider',
    name: '{user|person}',
    principal: {
      regex:
        '^arn:[^:]+:iam::\\d{12}:role/aws-service-role/[\\w.-]{1,100}\\.amazonaws\\.com(?:\\.cn)?/[^:]+$',
    },
  },
  { id: 'aws-service', class: 'provider', name: '{service}', type: 'AWSService' },
];
