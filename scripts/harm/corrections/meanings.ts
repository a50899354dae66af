import { type Correction, withMeaning } from '../overlay.ts';

/** Meanings that say more than the service does. */
const tooMuch: readonly Correction[] = [
  ...withMeaning(
    ['aws_lambda_function memory_size'],
    'lower',
    'runs have less memory and get slower',
    'processor time is given in proportion to memory; what cuts runs off is the timeout',
  ),
  ...withMeaning(
    ['azurerm_route -', 'azurerm_subnet_route_table_association -'],
    'deleted',
    'packets take another path',
    'a route leads to whatever it names, which need not be a firewall',
  ),
  {
    type: 'azurerm_lb_probe',
    path: '-',
    predicate: 'deleted',
    becomes: { severity: 3, meaning: 'the health of targets is no longer checked' },
    because: 'rules serve without a probe, too; that a rule loses its own has this severity',
  },
  ...withMeaning(
    ['aws_main_route_table_association route_table_id'],
    'changed',
    'subnets without their own table follow another one',
    'the main route table is that of all subnets which no association gives another one',
  ),
  ...withMeaning(
    ['aws_sqs_queue delay_seconds'],
    'higher',
    'messages are delivered later',
    'the delay is that of new messages; retries wait for the visibility timeout',
  ),
  ...withMeaning(
    ['google_compute_backend_service connection_draining_timeout_sec'],
    'lower',
    'running requests are cut off sooner',
    'it is the time that a backend which leaves has for what it began',
  ),
  ...withMeaning(
    [
      'aws_iam_group_policy policy',
      'aws_iam_policy policy',
      'aws_iam_role_policy policy',
      'aws_iam_user_policy policy',
      'aws_ssoadmin_permission_set_inline_policy inline_policy',
    ],
    'wildcard-in-document',
    'an identity gains wildcard permissions',
    'the wildcard may be that of one service, or what leads to everything',
  ),
  ...withMeaning(
    ['aws_iam_role inline_policy.policy'],
    'wildcard-in-document',
    'the role gains wildcard permissions',
    'the wildcard may be that of one service, or what leads to everything',
  ),
];

/** Meanings and severities of another type. */
const ofAnotherType: readonly Correction[] = [
  ...withMeaning(
    ['azurerm_kubernetes_cluster -'],
    'deleted',
    'whole cluster is gone',
    'a cluster runs more than one application, as those of EKS and GKE do',
  ),
  ...withMeaning(
    ['aws_eks_addon -'],
    'deleted',
    'a cluster component is gone, or no longer managed',
    'workloads run on nodes; an add-on is software in the cluster, which stays with preserve',
  ),
  ...withMeaning(
    ['google_filestore_instance -'],
    'deleted',
    'files are gone',
    'it is a file system, not a database',
  ),
  {
    type: 'azurerm_snapshot',
    path: '-',
    predicate: 'deleted',
    becomes: { severity: 4, meaning: 'restore point is gone' },
    because: 'the disk that it was taken of stays, as with any other snapshot',
  },
  ...withMeaning(
    ['aws_lambda_layer_version_permission principal'],
    'matches star',
    'anyone may use the layer',
    'a layer is loaded by functions, and not called',
  ),
  ...withMeaning(
    ['azurerm_monitor_action_group -', 'google_monitoring_notification_channel -'],
    'deleted',
    'alarms no longer notify anyone through it',
    'it is whom alarms notify; the alarms themselves stay',
  ),
];

/** Facts that mean something else than they said. */
export const meanings: readonly Correction[] = [...tooMuch, ...ofAnotherType];
