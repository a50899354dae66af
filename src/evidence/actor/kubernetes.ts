import type { ActorClass } from '../../model/actor.ts';
import type { ActorSignatureInput } from './schema.ts';

/** Accounts in `kube-system`, where only administrators of the cluster create any. */
const systemAccounts: readonly (readonly [
  id: string,
  name: string,
  ...accounts: readonly string[],
])[] = [
  ['horizontal-pod-autoscaler', 'Horizontal Pod Autoscaler', 'horizontal-pod-autoscaler'],
  ['vertical-pod-autoscaler', 'Vertical Pod Autoscaler', 'vpa-*'],
  ['cluster-autoscaler', 'Cluster Autoscaler', 'cluster-autoscaler', 'cluster-autoscaler-*'],
  ['karpenter-account', 'Karpenter', 'karpenter'],
  ['deployment-controller', 'Deployment controller', 'deployment-controller'],
];

interface Operator {
  readonly id: string;
  readonly class: ActorClass;
  readonly name: string;
  readonly accounts: readonly string[];
}

/**
 * Tools, by the names that their installers give. Anyone who can create a namespace can give it
 * such a name, hence `claimed`; a signature in `parley.yaml` that names the exact account is
 * trusted.
 */
const operators: readonly Operator[] = [
  {
    id: 'argo-cd',
    class: 'iac',
    name: 'Argo CD',
    accounts: ['argocd:argocd-*', 'argo-cd:argocd-*', 'openshift-gitops:*'],
  },
  { id: 'flux', class: 'iac', name: 'Flux ({user})', accounts: ['flux-system:*'] },
  {
    id: 'helm-operator',
    class: 'iac',
    name: 'Helm operator',
    accounts: ['*:helm-operator', '*:helm-controller', '*:tiller'],
  },
  {
    id: 'config-connector-account',
    class: 'iac',
    name: 'Config Connector',
    accounts: ['cnrm-system:*'],
  },
  { id: 'crossplane', class: 'iac', name: 'Crossplane', accounts: ['crossplane-system:*'] },
  { id: 'keda', class: 'controller', name: 'KEDA', accounts: ['keda:keda-*'] },
  { id: 'karpenter-namespace', class: 'controller', name: 'Karpenter', accounts: ['karpenter:*'] },
  { id: 'cert-manager', class: 'controller', name: 'cert-manager', accounts: ['cert-manager:*'] },
  { id: 'gatekeeper', class: 'compliance', name: 'Gatekeeper', accounts: ['gatekeeper-system:*'] },
  { id: 'kyverno', class: 'compliance', name: 'Kyverno', accounts: ['kyverno:*'] },
];

export const kubernetesServices: readonly ActorSignatureInput[] = [
  ...systemAccounts.map(
    ([id, name, ...accounts]): ActorSignatureInput => ({
      id,
      class: 'controller',
      name,
      principal: accounts.map((account) => `system:serviceaccount:kube-system:${account}`),
    }),
  ),
  {
    id: 'kube-system',
    class: 'controller',
    name: '{user}',
    principal: 'system:serviceaccount:kube-system:*',
  },
  {
    id: 'kube-controller-manager',
    class: 'controller',
    name: 'kube-controller-manager',
    principal: ['system:kube-controller-manager', 'system:controller:*'],
  },
  { id: 'kubelet', class: 'provider', type: 'Node' },
  {
    id: 'control-plane',
    class: 'provider',
    principal: [
      'system:apiserver',
      'system:kube-scheduler',
      'system:kube-proxy',
      'system:cloud-controller-manager',
      'system:addon-manager',
      'system:gke-*',
      'system:gcp-*',
      'eks:*',
      'aksService',
    ],
  },
];

/** Tools, by account or by what they say about themselves: user agent and field manager. */
export const kubernetesTools: readonly ActorSignatureInput[] = [
  ...operators.map(
    ({ accounts, ...party }): ActorSignatureInput => ({
      ...party,
      principal: accounts.map((account) => `system:serviceaccount:${account}`),
      evidence: 'claimed',
    }),
  ),
  {
    id: 'terraform-manager',
    class: 'iac',
    name: 'Terraform ({person})',
    manager: ['Terraform', 'Terraform-*', 'terraform'],
  },
  {
    id: 'gitops-manager',
    class: 'iac',
    manager: [
      'argocd-controller',
      'argocd-application-controller',
      'kustomize-controller',
      'helm-controller',
    ],
  },
];

/** People: names that an identity provider vouches for; then anyone who uses kubectl. */
export const kubernetesPeople: readonly ActorSignatureInput[] = [
  {
    id: 'kubernetes-person',
    class: 'human',
    type: 'User',
    principal: { regex: '^[^@:/ ]{1,100}@[^@:/ ]{1,200}$', except: '*gserviceaccount.com' },
  },
  {
    id: 'kubectl',
    class: 'human',
    type: 'User',
    userAgent: ['kubectl/*', 'kubectl.exe/*', 'kubectl-*', 'oc/*', 'Mozilla/*'],
  },
];
