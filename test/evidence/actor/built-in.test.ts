import { describe, expect, it } from 'vitest';
import { classifyActor } from '../../../src/evidence/actor/classify.ts';
import { builtInSignatures } from '../../../src/evidence/actor/signatures.ts';
import type { ActorClass, ActorEvidence } from '../../../src/model/actor.ts';
import type { Caller } from '../../../src/model/event.ts';
import { cliAgent, eventBy, role, sdkAgent, terraformAgent, user } from './caller.ts';

const sso = role(
  'AWSReservedSSO_PowerUser_0123456789abcdef',
  'alice@example.com',
  '/aws-reserved/sso.amazonaws.com/eu-west-1/',
);
const deploy = role('terraform-deploy', 'run-8841');

function linked(host: string, name: string, session: string): Partial<Caller> {
  return { ...role(name, session, `/aws-service-role/${host}/`), invokedBy: host };
}

type Row = readonly [
  what: string,
  caller: Partial<Caller>,
  actorClass: ActorClass,
  evidence: ActorEvidence,
  name: string,
];

const people: readonly Row[] = [
  [
    'SSO in the console',
    { ...sso, fromConsole: true, userAgent: 'Mozilla/5.0 (X11)' },
    'human',
    'trusted',
    'alice@example.com',
  ],
  ['SSO with the CLI', { ...sso, userAgent: cliAgent }, 'human', 'trusted', 'alice@example.com'],
  ['SSO with a script', { ...sso, userAgent: sdkAgent }, 'human', 'trusted', 'alice@example.com'],
  [
    'a role that is called like those of SSO',
    role('AWSReservedSSO_Admin_0123456789abcdef', 'bob@example.com'),
    'unknown',
    'claimed',
    'bob@example.com',
  ],
  [
    'root',
    { type: 'Root', principal: 'arn:aws:iam::111122223333:root', userAgent: 'Coral/Netty4' },
    'human',
    'trusted',
    'root',
  ],
  [
    'a console session with AWS Internal',
    { ...user('carol'), fromConsole: true, userAgent: 'AWS Internal' },
    'human',
    'trusted',
    'carol',
  ],
  [
    'CloudShell',
    { ...user('carol'), fromConsole: true, userAgent: `${cliAgent} exec-env/CloudShell` },
    'human',
    'trusted',
    'carol',
  ],
  [
    'a browser',
    { ...user('carol'), userAgent: 'Mozilla/5.0 (Macintosh)' },
    'human',
    'claimed',
    'carol',
  ],
  [
    'an old console',
    { ...user('carol'), userAgent: 'console.ec2.amazonaws.com' },
    'human',
    'claimed',
    'carol',
  ],
  [
    'the S3 console',
    {
      ...role('okta', 'dave@example.com'),
      userAgent: 'S3Console/0.4, aws-internal/3 aws-sdk-java/1.11',
    },
    'human',
    'claimed',
    'dave@example.com',
  ],
  [
    'the RDS console',
    { ...user('carol'), userAgent: 'RDS Console, aws-internal/3' },
    'human',
    'claimed',
    'carol',
  ],
  ['the CLI', { ...user('carol'), userAgent: cliAgent }, 'human', 'claimed', 'carol'],
  [
    'the deploy role by hand',
    { ...deploy, userAgent: cliAgent },
    'human',
    'claimed',
    'role/terraform-deploy',
  ],
  [
    'a SAML sign-in',
    { type: 'SAMLUser', principal: 'ZR', userName: 'eve@example.com' },
    'human',
    'trusted',
    'eve@example.com',
  ],
];

const machines: readonly Row[] = [
  [
    'Terraform',
    { ...deploy, userAgent: terraformAgent },
    'iac',
    'claimed',
    'Terraform (role/terraform-deploy)',
  ],
  [
    'Terraform with an old SDK first',
    {
      ...deploy,
      userAgent:
        'aws-sdk-go/1.29.7 (go1.13.7; linux; amd64) APN/1.0 HashiCorp/1.0 Terraform/0.12.24 (+https://www.terraform.io)',
    },
    'iac',
    'claimed',
    'Terraform (role/terraform-deploy)',
  ],
  [
    'Terraform driven by a program',
    { ...deploy, userAgent: `${terraformAgent} HashiCorp-terraform-exec/0.19` },
    'iac',
    'claimed',
    'Terraform (role/terraform-deploy)',
  ],
  [
    "Terraform in a person's hands",
    { ...sso, userAgent: terraformAgent },
    'iac',
    'claimed',
    'Terraform (alice@example.com)',
  ],
  [
    'Terraform in CloudShell',
    { ...sso, fromConsole: true, userAgent: terraformAgent },
    'iac',
    'claimed',
    'Terraform (alice@example.com)',
  ],
  [
    'OpenTofu',
    { ...deploy, userAgent: 'OpenTofu/1.9.0 (+https://opentofu.org)' },
    'iac',
    'claimed',
    'Terraform (role/terraform-deploy)',
  ],
  [
    'the awscc provider',
    { ...deploy, userAgent: 'APN/1.0 x terraform-provider-awscc/1.2.0' },
    'iac',
    'claimed',
    'Terraform (role/terraform-deploy)',
  ],
  [
    'HCP Terraform',
    {
      ...deploy,
      federatedBy: 'arn:aws:iam::111122223333:oidc-provider/app.terraform.io',
      userAgent: terraformAgent,
    },
    'iac',
    'trusted',
    'HCP Terraform (role/terraform-deploy)',
  ],
  [
    'CloudFormation for a person',
    {
      ...sso,
      invokedBy: 'cloudformation.amazonaws.com',
      userAgent: 'cloudformation.amazonaws.com',
    },
    'iac',
    'trusted',
    'CloudFormation',
  ],
  [
    'Auto Scaling',
    linked('autoscaling.amazonaws.com', 'AWSServiceRoleForAutoScaling', 'AutoScaling'),
    'controller',
    'trusted',
    'Auto Scaling',
  ],
  [
    'Auto Scaling before service-linked roles',
    {
      type: 'Root',
      principal: 'arn:aws:iam::111122223333:root',
      invokedBy: 'autoscaling.amazonaws.com',
    },
    'controller',
    'trusted',
    'Auto Scaling',
  ],
  [
    'a service-linked role without invokedBy',
    role(
      'AWSServiceRoleForAutoScaling',
      'AutoScaling',
      '/aws-service-role/autoscaling.amazonaws.com/',
    ),
    'controller',
    'trusted',
    'Auto Scaling',
  ],
  [
    'Application Auto Scaling',
    linked(
      'dynamodb.application-autoscaling.amazonaws.com',
      'AWSServiceRoleForApplicationAutoScaling_DynamoDBTable',
      'AutoScaling-UpdateCapacity',
    ),
    'controller',
    'trusted',
    'Application Auto Scaling',
  ],
  [
    'an EKS node group',
    linked('eks-nodegroup.amazonaws.com', 'AWSServiceRoleForAmazonEKSNodegroup', 'EKS'),
    'controller',
    'trusted',
    'EKS',
  ],
  [
    'AWS Config',
    linked('config.amazonaws.com', 'AWSServiceRoleForConfig', 'AWSConfig'),
    'compliance',
    'trusted',
    'AWS Config',
  ],
  [
    'Inspector',
    linked('agentless.inspector2.amazonaws.com', 'AWSServiceRoleForAmazonInspector2', 'x'),
    'security',
    'trusted',
    'Inspector',
  ],
  [
    'RDS in its own role',
    linked('rds.amazonaws.com', 'AWSServiceRoleForRDS', 'SLRManagement'),
    'provider',
    'trusted',
    'AWSServiceRoleForRDS',
  ],
  [
    'a service',
    { type: 'AWSService', principal: 'lambda.amazonaws.com', invokedBy: 'lambda.amazonaws.com' },
    'provider',
    'trusted',
    'lambda',
  ],
  [
    'an AWS Internal service event',
    { type: 'AWSService', principal: 'AWS Internal', invokedBy: 'AWS Internal' },
    'provider',
    'trusted',
    'AWS Internal',
  ],
  [
    'the SSM agent',
    {
      ...role('web', 'i-0123456789abcdef0'),
      userAgent: 'aws-sdk-go/1.55.5 (go1.22.5; linux; amd64) amazon-ssm-agent/3.3',
    },
    'agent',
    'claimed',
    'SSM agent on i-0123456789abcdef0',
  ],
  [
    'an old Cloud Custodian',
    { ...role('x', 'custodian-tag'), userAgent: 'CloudCustodian(tag)/0.9.2 Python/3.8' },
    'compliance',
    'claimed',
    'Cloud Custodian',
  ],
  [
    'Cloud Custodian',
    { ...role('x', 'y'), userAgent: 'c7n/0.9.47 c7n/policy#s3-public Boto3/1.40' },
    'compliance',
    'claimed',
    'Cloud Custodian',
  ],
  [
    'Cloud Custodian by its role',
    { ...role('c7n-lambda', 'y'), userAgent: 'AWS Internal' },
    'compliance',
    'claimed',
    'Cloud Custodian',
  ],
  [
    'Karpenter',
    { ...role('node', 'y'), userAgent: 'aws-sdk-go-v2/1.30 karpenter.sh-1.0.2' },
    'controller',
    'claimed',
    'Karpenter',
  ],
  [
    'GitHub Actions by OIDC',
    {
      ...role('ci', 'anything'),
      federatedBy: 'arn:aws:iam::111122223333:oidc-provider/token.actions.githubusercontent.com',
      userAgent: cliAgent,
    },
    'pipeline',
    'trusted',
    'GitHub Actions (role/ci)',
  ],
  [
    'GitHub Actions by session',
    { ...role('ci', 'GitHubActions'), userAgent: cliAgent },
    'pipeline',
    'claimed',
    'GitHub Actions (role/ci)',
  ],
  [
    'GitLab CI by OIDC',
    { ...role('ci', 'x'), federatedBy: 'arn:aws:iam::111122223333:oidc-provider/gitlab.com' },
    'pipeline',
    'trusted',
    'GitLab CI (role/ci)',
  ],
  [
    'Jenkins by its role',
    { ...role('prod-jenkins', 'x'), userAgent: cliAgent },
    'pipeline',
    'claimed',
    'role/prod-jenkins',
  ],
  [
    'CodeBuild',
    { ...role('build', 'AWSCodeBuild-5c1f'), userAgent: cliAgent },
    'pipeline',
    'claimed',
    'CodeBuild (role/build)',
  ],
  [
    'Spinnaker',
    { ...role('s', 'x'), userAgent: 'spinnaker-user/alice spinnaker-executionId/01' },
    'pipeline',
    'claimed',
    'Spinnaker (role/s)',
  ],
  [
    'a security tool by its role',
    { ...role('security-remediation', 'x'), userAgent: sdkAgent },
    'security',
    'claimed',
    'role/security-remediation',
  ],
  [
    'a cost tool by its role',
    { ...role('cost-optimizer', 'x'), userAgent: sdkAgent },
    'cost',
    'claimed',
    'role/cost-optimizer',
  ],
];

const unknown: readonly Row[] = [
  [
    'an SDK',
    { ...role('integration-7f3a', 'botocore-session-1741077160'), userAgent: sdkAgent },
    'unknown',
    'claimed',
    'role/integration-7f3a',
  ],
  [
    'AWS Internal without the console flag',
    { ...user('carol'), userAgent: 'AWS Internal' },
    'unknown',
    'claimed',
    'carol',
  ],
  [
    'a program on an instance',
    { ...role('web', 'i-0123456789abcdef0'), userAgent: cliAgent },
    'unknown',
    'claimed',
    'role/web on i-0123456789abcdef0',
  ],
  [
    'a user that a service speaks for',
    {
      ...user('carol'),
      invokedBy: 'secretsmanager.amazonaws.com',
      userAgent: 'secretsmanager.amazonaws.com',
    },
    'unknown',
    'claimed',
    'carol',
  ],
  ['no caller at all', { type: 'Unknown', principal: 'unknown' }, 'unknown', 'claimed', 'unknown'],
  [
    'a role that only resembles a service-linked one',
    role('AWSServiceRoleForAutoScaling', 'AutoScaling'),
    'unknown',
    'claimed',
    'role/AWSServiceRoleForAutoScaling',
  ],
  [
    "a role that only contains a tool's name",
    { ...role('low-cost-bottles', 'x'), userAgent: sdkAgent },
    'unknown',
    'claimed',
    'role/low-cost-bottles',
  ],
  [
    'Terraform mentioned in a session only',
    { ...role('app', 'Terraform'), userAgent: sdkAgent },
    'unknown',
    'claimed',
    'role/app',
  ],
];

describe.each<[string, readonly Row[]]>([
  ['people', people],
  ['machines', machines],
  ['unknown', unknown],
])('%s', (_, rows) => {
  it.each<Row>(rows)('%s', (_what, caller, actorClass, evidence, name) => {
    const actor = classifyActor(eventBy(caller), builtInSignatures);

    expect(actor).toMatchObject({ class: actorClass, name });
    if (actorClass !== 'unknown') expect(actor.evidence).toBe(evidence);
  });
});

describe('built-in signatures', () => {
  it('tell the same principal with Terraform from the same principal with a tool', () => {
    const classes = [terraformAgent, cliAgent, sdkAgent].map(
      (userAgent) => classifyActor(eventBy({ ...deploy, userAgent }), builtInSignatures).class,
    );

    expect(classes).toEqual(['iac', 'human', 'unknown']);
  });

  it('never trust a user agent or a session', () => {
    const claims = [terraformAgent, cliAgent, 'c7n/1', 'Mozilla/5.0', 'amazon-ssm-agent/3'].flatMap(
      (userAgent) =>
        ['GitHubActions', 'alice@example.com', 'AutoScaling'].map((sessionName) => ({
          userAgent,
          sessionName,
        })),
    );

    for (const claim of claims) {
      const actor = classifyActor(eventBy({ ...role('app', ''), ...claim }), builtInSignatures);
      expect(actor.evidence).toBe('claimed');
    }
  });

  it('have unique ids', () => {
    const ids = builtInSignatures.map(({ id }) => id);

    expect(new Set(ids).size).toBe(ids.length);
  });
});
