import type { ActorClass } from '../../model/actor.ts';
import type { ActorSignatureInput } from './schema.ts';

interface Agent {
  readonly id: string;
  readonly class: ActorClass;
  readonly name: string;
  /** The part after the `@`, without `gserviceaccount.com`. */
  readonly hosts: readonly string[];
}

/** Accounts in Google's own projects, with which its services act; nobody else can have them. */
const agents: readonly Agent[] = [
  {
    id: 'gke',
    class: 'controller',
    name: 'GKE',
    hosts: ['container-engine-robot.iam', 'gcp-sa-gkenode.iam', 'gcp-sa-gkehub.iam'],
  },
  {
    id: 'cloud-run',
    class: 'controller',
    name: 'Cloud Run',
    hosts: ['serverless-robot-prod.iam', 'gcf-admin-robot.iam'],
  },
  {
    id: 'google-data-services',
    class: 'controller',
    name: '{person}',
    hosts: [
      'cloudcomposer-accounts.iam',
      'dataflow-service-producer-prod.iam',
      'dataproc-accounts.iam',
    ],
  },
  {
    id: 'config-controller',
    class: 'iac',
    name: 'Config Controller',
    hosts: ['gcp-sa-yakima.iam'],
  },
  {
    id: 'infrastructure-manager',
    class: 'iac',
    name: 'Infrastructure Manager',
    hosts: ['gcp-sa-config.iam'],
  },
  {
    id: 'cloud-build',
    class: 'pipeline',
    name: 'Cloud Build',
    hosts: ['cloudbuild', 'gcp-sa-cloudbuild.iam'],
  },
  {
    id: 'cloud-deploy',
    class: 'pipeline',
    name: 'Cloud Deploy',
    hosts: ['gcp-sa-clouddeploy.iam'],
  },
  {
    id: 'security-command-center',
    class: 'security',
    name: 'Security Command Center',
    hosts: ['security-center-api.iam', 'gcp-sa-securitycenter.iam'],
  },
];

export const gcpServices: readonly ActorSignatureInput[] = [
  {
    id: 'managed-instance-group',
    class: 'controller',
    name: 'Managed instance group',
    principal: '*@cloudservices.gserviceaccount.com',
    userAgent: { regex: '^GCE (?:Managed Instance Group|Autoscaler)' },
  },
  ...agents.map(
    ({ hosts, ...party }): ActorSignatureInput => ({
      ...party,
      principal: hosts.map((host) => `*@${host}.gserviceaccount.com`),
    }),
  ),
  { id: 'google-service-agent', class: 'provider', type: ['ServiceAgent', 'System'] },
];

/** Tools that name themselves, in addition to those that run on every cloud. */
export const gcpTools: readonly ActorSignatureInput[] = [
  {
    id: 'github-actions-pool',
    class: 'pipeline',
    name: 'GitHub Actions ({user})',
    type: 'Federated',
    federatedBy: '*/workloadIdentityPools/*',
    userName: 'repo:*',
    // The log does not show which provider of the pool vouched for the subject.
    evidence: 'claimed',
  },
  {
    id: 'config-connector',
    class: 'iac',
    name: 'Config Connector ({person})',
    userAgent: { regex: '(?:^| )(?:kcc|KCC)/' },
  },
];

/**
 * People, recognized by a personal account, or by the person who impersonated a service account.
 */
export const gcpPeople: readonly ActorSignatureInput[] = [
  {
    id: 'impersonated-by-person',
    class: 'human',
    name: '{behind} as {person}',
    type: 'ServiceAccount',
    delegation: { regex: '^[^@:/ ]{1,100}@[^@:/ ]{1,200}$', except: '*gserviceaccount.com' },
  },
  {
    id: 'default-service-account',
    class: 'unknown',
    name: '{person}',
    principal: ['*-compute@developer.gserviceaccount.com', '*@appspot.gserviceaccount.com'],
  },
  { id: 'google-user', class: 'human', type: 'User' },
  { id: 'workforce-person', class: 'human', type: 'Federated', federatedBy: '*/workforcePools/*' },
];
