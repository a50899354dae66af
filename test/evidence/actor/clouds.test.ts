import { describe, expect, it } from 'vitest';
import { classifyActor } from '../../../src/evidence/actor/classify.ts';
import { ActorSignatures } from '../../../src/evidence/actor/schema.ts';
import { builtInSignatures } from '../../../src/evidence/actor/signatures.ts';
import type { ActorClass, ActorEvidence } from '../../../src/model/actor.ts';
import type { Caller, Cloud } from '../../../src/model/event.ts';
import { eventBy } from './caller.ts';

type Row = readonly [
  what: string,
  caller: Partial<Caller> & Pick<Caller, 'type' | 'principal'>,
  actorClass: ActorClass,
  evidence: ActorEvidence,
  name: string,
];

const id = '0b1c2d3e-0000-4000-8000-00000000aaaa';
const assignments = '/subscriptions/1/providers/microsoft.authorization/policyassignments/';
const terraform =
  'Terraform/1.11.4 (+https://www.terraform.io) Terraform-Plugin-SDK/2.36 terraform-provider-google/6.30.0';

const azure: readonly Row[] = [
  [
    'a person',
    { type: 'User', principal: id, userName: 'ada@shop.example' },
    'human',
    'trusted',
    'ada@shop.example',
  ],
  [
    'the portal',
    { type: 'User', principal: id, userName: 'ada@shop.example', fromConsole: true },
    'human',
    'trusted',
    'ada@shop.example',
  ],
  [
    'a service principal',
    { type: 'ServicePrincipal', principal: id, userName: id },
    'unknown',
    'claimed',
    id,
  ],
  [
    'a managed identity',
    {
      type: 'ManagedIdentity',
      principal: id,
      userName: 'web',
      federatedBy: '/subscriptions/1/x/web',
    },
    'unknown',
    'claimed',
    'web',
  ],
  [
    'autoscale',
    {
      type: 'AzureService',
      principal: 'Microsoft.Insights/autoscaleSettings',
      invokedBy: 'Microsoft.Insights/autoscaleSettings',
    },
    'controller',
    'trusted',
    'Azure autoscale',
  ],
  [
    'another provider',
    { type: 'AzureService', principal: 'Microsoft.Sql', invokedBy: 'Microsoft.Sql' },
    'provider',
    'trusted',
    'Microsoft.Sql',
  ],
  [
    'remediation by policy',
    { type: 'ManagedIdentity', principal: id, userName: 'tags', federatedBy: `${assignments}tags` },
    'compliance',
    'trusted',
    'Azure Policy (tags)',
  ],
  [
    'a cluster',
    {
      type: 'ManagedIdentity',
      principal: id,
      userName: 'prod',
      federatedBy:
        '/subscriptions/1/resourcegroups/g/providers/microsoft.containerservice/managedclusters/prod',
    },
    'controller',
    'trusted',
    'AKS (prod)',
  ],
  [
    'Defender',
    { type: 'ServicePrincipal', principal: id, userName: '8edd93e1-2103-40b4-bd70-6e34e586362d' },
    'security',
    'trusted',
    'Defender for Cloud',
  ],
  [
    'a person who gives the id of Defender',
    {
      type: 'User',
      principal: id,
      userName: 'mallory@x.example',
      application: '8edd93e1-2103-40b4-bd70-6e34e586362d',
    },
    'human',
    'trusted',
    'mallory@x.example',
  ],
  ['nobody', { type: 'Unknown', principal: 'unknown' }, 'unknown', 'claimed', 'unknown'],
];

const account = 'deploy@shop.iam.gserviceaccount.com';
const gcp: readonly Row[] = [
  [
    'a person',
    { type: 'User', principal: 'ada@shop.example', userName: 'ada@shop.example' },
    'human',
    'trusted',
    'ada@shop.example',
  ],
  [
    'a person with a browser',
    { type: 'User', principal: 'ada@shop.example', userAgent: 'Mozilla/5.0 (X11)' },
    'human',
    'trusted',
    'ada@shop.example',
  ],
  [
    'a person with Terraform',
    { type: 'User', principal: 'ada@shop.example', userAgent: terraform },
    'iac',
    'claimed',
    'Terraform (ada@shop.example)',
  ],
  [
    'Terraform',
    { type: 'ServiceAccount', principal: account, userAgent: terraform },
    'iac',
    'claimed',
    `Terraform (${account})`,
  ],
  [
    'a service account',
    { type: 'ServiceAccount', principal: account, userAgent: 'google-cloud-sdk gcloud/500' },
    'unknown',
    'claimed',
    account,
  ],
  [
    'the default account',
    { type: 'ServiceAccount', principal: '12-compute@developer.gserviceaccount.com' },
    'unknown',
    'trusted',
    '12-compute@developer.gserviceaccount.com',
  ],
  [
    'a person as an account',
    {
      type: 'ServiceAccount',
      principal: account,
      delegation: ['ada@shop.example', 'a@b.iam.gserviceaccount.com'],
    },
    'human',
    'trusted',
    `ada@shop.example as ${account}`,
  ],
  [
    'an account as an account',
    { type: 'ServiceAccount', principal: account, delegation: ['a@b.iam.gserviceaccount.com'] },
    'unknown',
    'claimed',
    account,
  ],
  [
    'GKE',
    {
      type: 'ServiceAgent',
      principal: 'service-12@container-engine-robot.iam.gserviceaccount.com',
    },
    'controller',
    'trusted',
    'GKE',
  ],
  [
    'Cloud Build',
    { type: 'ServiceAccount', principal: '12@cloudbuild.gserviceaccount.com' },
    'pipeline',
    'trusted',
    'Cloud Build',
  ],
  [
    'an account that is called like it',
    { type: 'ServiceAccount', principal: 'cloudbuild@mallory.iam.gserviceaccount.com' },
    'unknown',
    'claimed',
    'cloudbuild@mallory.iam.gserviceaccount.com',
  ],
  [
    'Config Controller',
    { type: 'ServiceAgent', principal: 'service-12@gcp-sa-yakima.iam.gserviceaccount.com' },
    'iac',
    'trusted',
    'Config Controller',
  ],
  [
    'another agent',
    { type: 'ServiceAgent', principal: 'service-12@gcp-sa-pubsub.iam.gserviceaccount.com' },
    'provider',
    'trusted',
    'service-12@gcp-sa-pubsub.iam.gserviceaccount.com',
  ],
  [
    'an instance group',
    {
      type: 'ServiceAgent',
      principal: '12@cloudservices.gserviceaccount.com',
      userAgent: 'GCE Managed Instance Group for GKE',
    },
    'controller',
    'claimed',
    'Managed instance group',
  ],
  [
    'Google itself',
    { type: 'System', principal: 'system@google.com' },
    'provider',
    'trusted',
    'system@google.com',
  ],
  [
    'a pool of people',
    {
      type: 'Federated',
      principal: 'p',
      userName: 'ada',
      federatedBy: 'iam.googleapis.com/locations/global/workforcePools/staff',
    },
    'human',
    'trusted',
    'ada',
  ],
  [
    'a pool of machines',
    {
      type: 'Federated',
      principal: 'p',
      userName: 'repo:shop/infra:ref:main',
      federatedBy: 'iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/ci',
    },
    'pipeline',
    'claimed',
    'GitHub Actions (repo:shop/infra:ref:main)',
  ],
  [
    'Cloud Custodian',
    { type: 'ServiceAccount', principal: account, userAgent: 'custodian-gcp/0.1' },
    'compliance',
    'claimed',
    'Cloud Custodian',
  ],
  [
    'Config Connector',
    { type: 'ServiceAccount', principal: account, userAgent: 'kcc/controller-manager' },
    'iac',
    'claimed',
    `Config Connector (${account})`,
  ],
];

function inSystem(name: string): Partial<Caller> & Pick<Caller, 'type' | 'principal'> {
  return serviceAccount('kube-system', name);
}

function serviceAccount(
  namespace: string,
  name: string,
): Partial<Caller> & Pick<Caller, 'type' | 'principal'> {
  return {
    type: 'ServiceAccount',
    principal: `system:serviceaccount:${namespace}:${name}`,
    userName: `${namespace}/${name}`,
  };
}

const kubernetes: readonly Row[] = [
  [
    'the pod autoscaler',
    inSystem('horizontal-pod-autoscaler'),
    'controller',
    'trusted',
    'Horizontal Pod Autoscaler',
  ],
  [
    'the cluster autoscaler',
    inSystem('cluster-autoscaler'),
    'controller',
    'trusted',
    'Cluster Autoscaler',
  ],
  [
    'the controller of deployments',
    inSystem('deployment-controller'),
    'controller',
    'trusted',
    'Deployment controller',
  ],
  [
    'the controller of replica sets',
    inSystem('replicaset-controller'),
    'controller',
    'trusted',
    'kube-system/replicaset-controller',
  ],
  [
    'an account of that name elsewhere',
    serviceAccount('mallory', 'horizontal-pod-autoscaler'),
    'unknown',
    'claimed',
    'mallory/horizontal-pod-autoscaler',
  ],
  [
    'the controller manager',
    { type: 'System', principal: 'system:kube-controller-manager' },
    'controller',
    'trusted',
    'kube-controller-manager',
  ],
  [
    'a kubelet',
    { type: 'Node', principal: 'system:node:worker-1' },
    'provider',
    'trusted',
    'system:node:worker-1',
  ],
  [
    'the API server',
    { type: 'System', principal: 'system:apiserver' },
    'provider',
    'trusted',
    'system:apiserver',
  ],
  [
    'EKS',
    { type: 'User', principal: 'eks:addon-manager' },
    'provider',
    'trusted',
    'eks:addon-manager',
  ],
  [
    'anonymous',
    { type: 'Anonymous', principal: 'system:anonymous', userAgent: 'kubectl/v1.30' },
    'unknown',
    'claimed',
    'system:anonymous',
  ],
  [
    'Argo CD',
    serviceAccount('argocd', 'argocd-application-controller'),
    'iac',
    'claimed',
    'Argo CD',
  ],
  [
    'Flux',
    serviceAccount('flux-system', 'kustomize-controller'),
    'iac',
    'claimed',
    'Flux (flux-system/kustomize-controller)',
  ],
  [
    'Gatekeeper',
    serviceAccount('gatekeeper-system', 'gatekeeper-admin'),
    'compliance',
    'claimed',
    'Gatekeeper',
  ],
  [
    'a person',
    { type: 'User', principal: 'ada@shop.example', userAgent: 'kubectl/v1.30' },
    'human',
    'trusted',
    'ada@shop.example',
  ],
  [
    'a service account of Google',
    { type: 'User', principal: account, userAgent: 'x' },
    'unknown',
    'claimed',
    account,
  ],
  [
    'a certificate with kubectl',
    { type: 'User', principal: 'kubernetes-admin', userAgent: 'kubectl/v1.30' },
    'human',
    'claimed',
    'kubernetes-admin',
  ],
  [
    'a service account with kubectl',
    { ...serviceAccount('ci', 'deploy'), userAgent: 'kubectl/v1.30' },
    'unknown',
    'claimed',
    'ci/deploy',
  ],
  [
    'Terraform',
    { type: 'User', principal: 'x', userAgent: 'HashiCorp/1.0 Terraform/1.11.4' },
    'iac',
    'claimed',
    'Terraform (x)',
  ],
  [
    'Terraform by its field manager',
    { type: 'User', principal: 'x', manager: 'Terraform' },
    'iac',
    'claimed',
    'Terraform (x)',
  ],
  [
    'a role of AWS',
    {
      type: 'User',
      principal: 'arn:aws:iam::111122223333:role/AWSReservedSSO_Admin_0123456789abcdef',
      sessionName: 'ada@shop.example',
      userAgent: 'kubectl/v1.30',
    },
    'human',
    'claimed',
    'ada@shop.example',
  ],
];

const rows = (cloud: Cloud, list: readonly Row[]) =>
  list.map(([what, ...rest]) => [cloud, what, ...rest] as const);

describe('callers of other clouds', () => {
  it.each([...rows('azure', azure), ...rows('gcp', gcp), ...rows('kubernetes', kubernetes)])(
    '%s: %s',
    (cloud, _, caller, actorClass, evidence, name) => {
      const { sessionName: session, ...rest } = caller;
      const own = session === undefined ? rest : { ...rest, sessionName: session };
      const actor = classifyActor({ ...eventBy(own), cloud }, builtInSignatures);

      expect(actor).toMatchObject({ class: actorClass, evidence, name });
    },
  );

  it('are not taken for AWS services, whatever their names', () => {
    const forged = {
      type: 'Root',
      principal: 'arn:aws:iam::1:role/aws-service-role/eks.amazonaws.com/x',
    };
    for (const cloud of ['azure', 'gcp', 'kubernetes'] as const) {
      const actor = classifyActor({ ...eventBy(forged), cloud }, builtInSignatures);
      expect([actor.class, actor.evidence]).toEqual(['unknown', 'claimed']);
    }
  });
});

describe('signatures for one cloud', () => {
  const own = ActorSignatures.parse([
    { id: 'deployer', class: 'pipeline', cloud: 'azure', principal: id },
    { id: 'admins', class: 'human', cloud: ['kubernetes'], group: 'shop:admins' },
    { id: 'borrowed', class: 'agent', cloud: 'gcp', delegation: 'agent@*' },
  ]);

  it.each<[Cloud, Partial<Caller>, ActorClass, string]>([
    ['azure', { principal: id }, 'pipeline', 'deployer'],
    ['gcp', { principal: id }, 'unknown', 'unknown'],
    ['kubernetes', { groups: ['system:authenticated', 'shop:admins'] }, 'human', 'admins'],
    ['kubernetes', { groups: ['shop:users'] }, 'unknown', 'unknown'],
    ['gcp', { delegation: ['agent@p.iam.gserviceaccount.com'] }, 'agent', 'borrowed'],
    [
      'gcp',
      { delegation: ['x@y.example', 'agent@p.iam.gserviceaccount.com'] },
      'unknown',
      'unknown',
    ],
  ])('%s %j', (cloud, caller, actorClass, signature) => {
    const actor = classifyActor({ ...eventBy({ type: 'X', ...caller }), cloud }, own);

    expect(actor).toMatchObject({ class: actorClass, signature });
  });
});
