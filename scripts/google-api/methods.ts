/** Logged names that are not the name of a method, with the corresponding method. */
const loggedAs: Readonly<Record<string, string>> = {
  'bigquery.googleapis.com datasetservice.delete': 'datasets.delete',
  'bigquery.googleapis.com datasetservice.insert': 'datasets.insert',
  'bigquery.googleapis.com datasetservice.update': 'datasets.update',
  'bigquery.googleapis.com tableservice.delete': 'tables.delete',
  'bigquery.googleapis.com tableservice.insert': 'tables.insert',
  'bigquery.googleapis.com tableservice.update': 'tables.update',
  'container.googleapis.com ClusterManager.SetLabels': 'projects.zones.clusters.resourceLabels',
  'container.googleapis.com ClusterManager.SetLocations': 'projects.zones.clusters.locations',
  'container.googleapis.com ClusterManager.SetLoggingService': 'projects.zones.clusters.logging',
  'container.googleapis.com ClusterManager.SetMonitoringService':
    'projects.zones.clusters.monitoring',
  'container.googleapis.com ClusterManager.SetNodePoolAutoscaling':
    'projects.zones.clusters.nodePools.autoscaling',
  'container.googleapis.com ClusterManager.SetNodePoolManagement':
    'projects.zones.clusters.nodePools.setManagement',
  'container.googleapis.com ClusterManager.SetNodePoolSize':
    'projects.zones.clusters.nodePools.setSize',
  'container.googleapis.com ClusterManager.UpdateMaster': 'projects.zones.clusters.master',
  'iam.googleapis.com CreateServiceAccountKey': 'projects.serviceAccounts.keys.create',
  'iam.googleapis.com DeleteServiceAccountKey': 'projects.serviceAccounts.keys.delete',
  'pubsub.googleapis.com Subscriber.ModifyPushConfig': 'projects.subscriptions.modifyPushConfig',
  'run.googleapis.com Services.ReplaceService': 'namespaces.services.replaceService',
  'secretmanager.googleapis.com SecretManagerService.AddSecretVersion':
    'projects.secrets.addVersion',
  'secretmanager.googleapis.com SecretManagerService.DestroySecretVersion':
    'projects.secrets.versions.destroy',
  'serviceusage.googleapis.com ServiceUsage.BatchEnableServices': 'services.batchEnable',
  'storage.googleapis.com setIamPermissions': 'buckets.setIamPolicy',
};

/** Verbs of calls for which methods use other verbs. */
const verbs: Readonly<Record<string, readonly string[]>> = {
  create: ['create', 'insert'],
  patch: ['patch', 'update'],
  update: ['patch', 'update'],
};

/**
 * The methods to which a call corresponds by its name: `instances.insert` itself, or
 * `projects.topics.create` for `Publisher.CreateTopic`.
 */
export function methodsOf(
  service: string,
  operation: string,
  methods: readonly string[],
): readonly string[] {
  const name = loggedAs[`${service} ${operation}`] ?? operation;
  const inserted = name.replace(/\.create$/, '.insert');
  const exact = methods.filter((method) => method === name || method === inserted);
  if (exact.length > 0) return exact;
  if (/(?:^|\.)SetIamPolicy$/.test(name)) {
    return methods.filter((method) => method.endsWith('.setIamPolicy'));
  }
  const [, start = '', noun = ''] = /(?:^|\.)([A-Z][a-z]+)([A-Z]\w*)$/.exec(name) ?? [];
  const verb = start.toLowerCase();
  const collection = plural(noun).toLowerCase();
  return methods.filter((method) => {
    const [own = '', last = ''] = method.split('.').slice(-2);
    return own.toLowerCase() === collection && (verbs[verb] ?? [verb]).includes(last);
  });
}

function plural(noun: string): string {
  return /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}
