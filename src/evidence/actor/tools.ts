import type { ActorSignatureInput } from './schema.ts';

/** Infrastructure as code, recognized by what only AWS can write. */
const trustedCode: readonly ActorSignatureInput[] = [
  {
    id: 'hcp-terraform',
    class: 'iac',
    name: 'HCP Terraform ({person})',
    federatedBy: 'arn:*:oidc-provider/app.terraform.io',
  },
];

/**
 * Terraform and OpenTofu by user agent. The provider sends `Terraform/` for both. Old SDKs put
 * their own part first, and tools that drive Terraform add theirs.
 */
const claimedCode: readonly ActorSignatureInput[] = [
  {
    // Its provider may carry the user agent of the Terraform provider that it bridges.
    id: 'pulumi',
    class: 'iac',
    name: 'Pulumi ({person})',
    userAgent: { regex: '(?:^| )Pulumi/\\d' },
  },
  {
    id: 'aws-controllers-k8s',
    class: 'iac',
    name: 'AWS Controllers for Kubernetes',
    userAgent: { regex: '(?:^| )aws-controllers-k8s/' },
  },
  {
    id: 'terraform',
    class: 'iac',
    name: 'Terraform ({person})',
    userAgent: [
      { regex: '\\bHashiCorp/[\\d.]{1,9} Terraform/' },
      { regex: '(?:^| )Terraform/\\d' },
      {
        regex:
          '\\bterraform-provider-(?:aws|awscc|azurerm|azapi|google|google-beta|kubernetes|helm)/',
      },
      { regex: '(?:^| )OpenTofu/' },
      { contains: 'HashiCorp-terraform-exec/' },
    ],
  },
];

const agents: readonly ActorSignatureInput[] = [
  {
    id: 'ssm-agent',
    class: 'agent',
    name: 'SSM agent on {session|user}',
    userAgent: { contains: 'amazon-ssm-agent/' },
  },
];

const custodian: readonly ActorSignatureInput[] = [
  {
    id: 'cloud-custodian',
    class: 'compliance',
    name: 'Cloud Custodian',
    userAgent: [
      { regex: '(?:^| )CloudCustodian(?:\\(|/)' },
      { regex: '(?:^| )c7n/' },
      { contains: 'custodian-gcp/' },
    ],
  },
  {
    id: 'cloud-custodian-role',
    class: 'compliance',
    name: 'Cloud Custodian',
    cloud: 'aws',
    principal: [
      { regex: ':role/(?:[^ ]{0,300}/)?(?:c7n|cloud-?custodian)[^/]{0,60}$' },
      { regex: ':role/(?:[^ ]{0,300}/)?(?:C7N|CloudCustodian)[^/]{0,60}$' },
    ],
    evidence: 'claimed',
  },
];

const controllers: readonly ActorSignatureInput[] = [
  {
    id: 'karpenter',
    class: 'controller',
    name: 'Karpenter',
    userAgent: { contains: 'karpenter.sh-' },
  },
];

const trustedPipelines: readonly ActorSignatureInput[] = [
  {
    id: 'github-actions',
    class: 'pipeline',
    name: 'GitHub Actions ({person})',
    federatedBy: [
      'arn:*:oidc-provider/token.actions.githubusercontent.com',
      'arn:*:oidc-provider/token.actions.githubusercontent.com/*',
    ],
  },
  {
    id: 'gitlab-ci',
    class: 'pipeline',
    name: 'GitLab CI ({person})',
    federatedBy: 'arn:*:oidc-provider/gitlab.com',
  },
  {
    id: 'circleci',
    class: 'pipeline',
    name: 'CircleCI ({person})',
    federatedBy: 'arn:*:oidc-provider/oidc.circleci.com/*',
  },
  {
    id: 'bitbucket-pipelines',
    class: 'pipeline',
    name: 'Bitbucket Pipelines ({person})',
    federatedBy: 'arn:*:oidc-provider/api.bitbucket.org/*',
  },
  {
    id: 'buildkite',
    class: 'pipeline',
    name: 'Buildkite ({person})',
    federatedBy: 'arn:*:oidc-provider/agent.buildkite.com',
  },
];

const claimedPipelines: readonly ActorSignatureInput[] = [
  {
    // A self-hosted GitLab: anybody can give a host such a name.
    id: 'gitlab-host',
    class: 'pipeline',
    name: 'GitLab CI ({person})',
    federatedBy: 'arn:*:oidc-provider/gitlab.*',
    evidence: 'claimed',
  },
  {
    id: 'spinnaker',
    class: 'pipeline',
    name: 'Spinnaker ({person})',
    userAgent: { contains: 'spinnaker-user/' },
  },
  {
    id: 'github-actions-user-agent',
    class: 'pipeline',
    name: 'GitHub Actions ({person})',
    userAgent: [
      { contains: 'exec-env/GitHubActions' },
      { contains: 'configure-aws-credentials-for-github-actions' },
    ],
  },
  {
    id: 'github-actions-session',
    class: 'pipeline',
    name: 'GitHub Actions ({person})',
    session: ['GitHubActions', 'GitHub_to_AWS_via_FederatedOIDC'],
  },
  {
    id: 'gitlab-ci-session',
    class: 'pipeline',
    name: 'GitLab CI ({person})',
    session: { regex: '^[Gg]it[Ll]ab(?:[_-]?(?:[Rr]unner|CI|ci))' },
  },
  {
    id: 'codebuild-session',
    class: 'pipeline',
    name: 'CodeBuild ({person})',
    session: 'AWSCodeBuild-*',
  },
  {
    id: 'ci-role',
    class: 'pipeline',
    cloud: 'aws',
    principal: {
      regex:
        ':(?:role|user)/(?:[^ ]{0,300}/)?(?:[^ /]{1,40}[_-])?(?:jenkins|gitlab-runner|github-actions|circleci|buildkite)(?:[_-][^/]{0,60})?$',
    },
    evidence: 'claimed',
  },
];

/**
 * Roles whose names state their purpose. Anyone who can create a role can give it such a name,
 * hence `claimed`; a signature in `parley.yaml` that names the exact role is trusted.
 */
const namedTools: readonly ActorSignatureInput[] = [
  {
    id: 'security-tool-role',
    class: 'security',
    cloud: 'aws',
    principal: {
      regex:
        ':role/(?:[^ ]{0,300}/)?(?:[^ /]{1,40}[_-])?(?:security|sec)[_-](?:bot|scanner|remediation|remediator|automation)(?:[_-][^/]{0,60})?$',
    },
    evidence: 'claimed',
  },
  {
    id: 'cost-tool-role',
    class: 'cost',
    cloud: 'aws',
    principal: {
      regex:
        ':role/(?:[^ ]{0,300}/)?(?:[^ /]{1,40}[_-])?(?:cost|finops)[_-](?:bot|optimi[sz]er|saver|automation)(?:[_-][^/]{0,60})?$',
    },
    evidence: 'claimed',
  },
];

/** Tools, in the order in which they are tried. */
export const toolSignatures: readonly ActorSignatureInput[] = [
  ...trustedCode,
  ...claimedCode,
  ...agents,
  ...custodian,
  ...controllers,
  ...trustedPipelines,
  ...claimedPipelines,
  ...namedTools,
];
