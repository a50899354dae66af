import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolders } from '../../entry/cli/parley.ts';
import { call, compute, operation, policyDeltas, restartIds } from './entries.ts';
import { dispositions, type ProjectName, reconcile, verified } from './reconcile.ts';

beforeEach(restartIds);
afterEach(removeFolders);

interface Case {
  readonly name: string;
  readonly project?: ProjectName;
  readonly entries: () => readonly unknown[];
  readonly changed: readonly string[];
  /** Addresses of the drifts, if the changed lines alone do not tell resources apart. */
  readonly addresses?: readonly string[];
}

const z = 'zones/europe-west3-b';

const cases: readonly Case[] = [
  {
    name: 'ranges of a firewall that come from a tfvars list',
    entries: () =>
      compute('firewalls.patch', 'global/firewalls/allow-ssh', {
        sourceRanges: ['198.51.100.0/24', '203.0.113.0/28'],
      }),
    changed: ['terraform.tfvars + "203.0.113.0/28",'],
  },
  {
    name: 'a port that a firewall opens',
    entries: () =>
      compute('firewalls.patch', 'global/firewalls/allow-web', {
        alloweds: [{ IPProtocol: 'tcp', ports: ['80', '443', '8443'] }, { IPProtocol: 'icmp' }],
      }),
    changed: ['main.tf - ports    = ["80", "443"]', 'main.tf + ports    = ["80", "443", "8443"]'],
  },
  {
    name: 'a priority as text',
    entries: () => compute('firewalls.patch', 'global/firewalls/allow-web', { priority: '800' }),
    changed: ['main.tf - priority      = 900', 'main.tf + priority      = 800'],
  },
  {
    name: 'labels',
    entries: () =>
      compute('instances.setLabels', `${z}/instances/bastion`, {
        labels: [
          { key: 'team', value: 'platform' },
          { key: 'env', value: 'prod' },
          { key: 'oncall', value: 'ada' },
          { key: 'goog-terraform-provisioned', value: 'true' },
        ],
        labelFingerprint: 'x',
      }),
    changed: [
      'main.tf - labels       = local.labels',
      'main.tf + labels       = merge(local.labels, { oncall = "ada" })',
    ],
  },
  {
    name: 'network tags',
    entries: () =>
      compute('instances.setTags', `${z}/instances/bastion`, { items: ['ssh', 'debug'] }),
    changed: ['main.tf - tags         = ["ssh"]', 'main.tf + tags         = ["ssh", "debug"]'],
  },
  {
    name: 'a machine type',
    entries: () =>
      compute('instances.setMachineType', `${z}/instances/bastion`, {
        machineType: `projects/shop-prod/${z}/machineTypes/e2-medium`,
      }),
    changed: ['main.tf - machine_type = "e2-small"', 'main.tf + machine_type = "e2-medium"'],
  },
  {
    name: 'the size of a disk',
    entries: () => compute('disks.resize', `${z}/disks/data`, { sizeGb: '80' }),
    changed: ['main.tf - size = 50 # GB', 'main.tf + size = 80 # GB'],
  },
  {
    name: 'an acknowledgement deadline under a mask',
    entries: () => [
      call({
        service: 'pubsub',
        method: 'google.pubsub.v1.Subscriber.UpdateSubscription',
        resource: 'projects/shop-prod/subscriptions/orders-billing',
        request: {
          subscription: {
            name: 'projects/shop-prod/subscriptions/orders-billing',
            ackDeadlineSeconds: 60,
            messageRetentionDuration: '1200s',
          },
          updateMask: 'ackDeadlineSeconds',
        },
      }),
    ],
    changed: ['services.tf - ack_deadline_seconds = 20', 'services.tf + ack_deadline_seconds = 60'],
  },
  {
    name: 'a source range taken away, and a port closed',
    entries: () =>
      compute('firewalls.update', 'global/firewalls/allow-web', {
        name: 'allow-web',
        network: 'https://www.googleapis.com/compute/v1/projects/shop-prod/global/networks/shop',
        priority: '900',
        direction: 'INGRESS',
        sourceRanges: ['0.0.0.0/0'],
        alloweds: [{ IPProtocol: 'tcp', ports: ['443'] }, { IPProtocol: 'icmp' }],
      }),
    changed: ['main.tf - ports    = ["80", "443"]', 'main.tf + ports    = ["443"]'],
  },
  {
    name: 'scheduling',
    entries: () =>
      compute('instances.setScheduling', `${z}/instances/bastion`, {
        automaticRestart: false,
        onHostMaintenance: 'TERMINATE',
      }),
    changed: [
      'main.tf - automatic_restart   = true',
      'main.tf - on_host_maintenance = "MIGRATE"',
      'main.tf + automatic_restart   = false',
      'main.tf + on_host_maintenance = "TERMINATE"',
    ],
  },
  {
    name: 'private access of a subnetwork',
    entries: () =>
      compute('subnetworks.setPrivateIpGoogleAccess', 'regions/europe-west3/subnetworks/apps', {
        privateIpGoogleAccess: true,
      }),
    changed: [
      'main.tf - private_ip_google_access = false',
      'main.tf + private_ip_google_access = true',
    ],
  },
  {
    name: 'versioning of a bucket, switched on',
    entries: () => [
      call({
        service: 'storage',
        method: 'storage.buckets.update',
        resource: 'projects/_/buckets/shop-prod-assets',
        request: {
          bucket: 'shop-prod-assets',
          projection: 'NO_ACL',
          metadata: { versioning: { enabled: true }, name: 'shop-prod-assets' },
        },
      }),
    ],
    changed: ['services.tf - enabled = false', 'services.tf + enabled = true'],
  },
  {
    name: 'a tier of a database, from the default of a variable',
    entries: () => [
      call({
        service: 'cloudsql',
        method: 'cloudsql.instances.update',
        resource: 'projects/shop-prod/instances/shop',
        request: {
          instance: 'shop',
          body: {
            name: 'shop',
            settings: { tier: 'db-custom-4-15360', activationPolicy: 'ALWAYS' },
          },
        },
      }),
    ],
    changed: [
      'variables.tf - default = "db-custom-2-7680"',
      'variables.tf + default = "db-custom-4-15360"',
    ],
  },
  {
    name: 'a flag of a database',
    entries: () => [
      call({
        service: 'cloudsql',
        method: 'cloudsql.instances.patch',
        resource: 'projects/shop-prod/instances/shop',
        request: {
          body: {
            settings: {
              databaseFlags: [
                { name: 'max_connections', value: '400' },
                { name: 'log_checkpoints', value: 'on' },
              ],
            },
          },
        },
      }),
    ],
    changed: [
      'services.tf - value = "200"',
      'services.tf + value = "400"',
      'services.tf + database_flags {',
      'services.tf + name  = "log_checkpoints"',
      'services.tf + value = "on"',
      'services.tf + }',
    ],
  },
  {
    name: 'instances of a service under a mask in snake case',
    entries: () => [
      call({
        service: 'run',
        method: 'google.cloud.run.v2.Services.UpdateService',
        resource: 'projects/shop-prod/locations/europe-west3/services/api',
        request: {
          service: {
            name: 'projects/shop-prod/locations/europe-west3/services/api',
            template: {
              scaling: { minInstanceCount: 2, maxInstanceCount: 4 },
              containers: [{ image: 'europe-docker.pkg.dev/shop-prod/apps/api:1.4.0' }],
            },
          },
        },
      }),
    ],
    changed: ['services.tf - min_instance_count = 1', 'services.tf + min_instance_count = 2'],
  },
  {
    name: 'an image and a bound, by the older API',
    entries: () => [
      call({
        service: 'run',
        method: 'google.cloud.run.v1.Services.ReplaceService',
        resource: 'namespaces/shop-prod/services/api',
        labels: { location: 'europe-west3', service_name: 'api' },
        request: {
          name: 'namespaces/shop-prod/services/api',
          service: {
            metadata: { name: 'api', namespace: '818181' },
            spec: {
              template: {
                metadata: { annotations: { 'autoscaling.knative.dev/maxScale': '8' } },
                spec: {
                  containerConcurrency: 80,
                  containers: [{ image: 'europe-docker.pkg.dev/shop-prod/apps/api:1.4.1' }],
                },
              },
            },
          },
        },
      }),
    ],
    changed: [
      'services.tf - max_instance_count = 4',
      'services.tf - image = "europe-docker.pkg.dev/shop-prod/apps/api:1.4.0"',
      'services.tf + max_instance_count = 8',
      'services.tf + image = "europe-docker.pkg.dev/shop-prod/apps/api:1.4.1"',
    ],
  },
  {
    name: 'the address of a record',
    entries: () => [
      call({
        service: 'dns',
        method: 'dns.changes.create',
        resource: 'managedZones/shop-example',
        request: {
          project: 'shop-prod',
          managedZone: 'shop-example',
          change: {
            deletions: [
              { name: 'www.shop.example.', type: 'A', ttl: 300, rrdata: ['203.0.113.10'] },
            ],
            additions: [
              { name: 'www.shop.example.', type: 'A', ttl: 60, rrdata: ['203.0.113.99'] },
            ],
          },
        },
      }),
    ],
    changed: [
      'services.tf - ttl          = 300',
      'services.tf - rrdatas      = ["203.0.113.10"]',
      'services.tf + ttl          = 60',
      'services.tf + rrdatas      = ["203.0.113.99"]',
    ],
  },
  {
    name: 'the size of a node pool',
    entries: () =>
      operation({
        service: 'container',
        method: 'google.container.v1.ClusterManager.SetNodePoolSize',
        resource: 'projects/shop-prod/locations/europe-west3/clusters/shop/nodePools/general',
        request: {
          name: 'projects/shop-prod/locations/europe-west3/clusters/shop/nodePools/general',
          nodeCount: 5,
        },
      }),
    changed: ['services.tf - node_count = 3', 'services.tf + node_count = 5'],
  },
  {
    name: 'the channel of a cluster',
    entries: () =>
      operation({
        service: 'container',
        method: 'google.container.v1beta1.ClusterManager.UpdateCluster',
        resource: 'projects/shop-prod/zones/europe-west3/clusters/shop',
        request: { update: { desiredReleaseChannel: { channel: 'STABLE' } } },
      }),
    changed: ['services.tf - channel = "REGULAR"', 'services.tf + channel = "STABLE"'],
  },
  {
    name: 'permissions of a custom role',
    entries: () => [
      call({
        service: 'iam',
        method: 'google.iam.admin.v1.UpdateRole',
        resource: 'projects/shop-prod/roles/deployer',
        request: {
          name: 'projects/shop-prod/roles/deployer',
          role: {
            included_permissions: ['run.services.get', 'run.services.update', 'run.jobs.run'],
          },
          update_mask: { paths: ['included_permissions'] },
        },
      }),
    ],
    changed: [
      'services.tf - permissions = ["run.services.get", "run.services.update"]',
      'services.tf + permissions = ["run.services.get", "run.services.update", "run.jobs.run"]',
    ],
  },
  {
    name: 'a member of an authoritative binding',
    entries: () => [
      call({
        service: 'storage',
        method: 'storage.setIamPermissions',
        resource: 'projects/_/buckets/shop-prod-assets',
        payload: policyDeltas([
          { action: 'ADD', role: 'roles/storage.objectViewer', member: 'user:ben@shop.example' },
          {
            action: 'REMOVE',
            role: 'roles/storage.objectViewer',
            member: 'group:web@shop.example',
          },
        ]),
      }),
    ],
    changed: ['services.tf - "group:web@shop.example",', 'services.tf + "user:ben@shop.example",'],
  },
  {
    name: 'the display name of a service account, known by its number',
    entries: () => [
      call({
        service: 'iam',
        method: 'google.iam.admin.v1.PatchServiceAccount',
        resource: 'projects/-/serviceAccounts/108000000000000000001',
        request: {
          service_account: {
            name: 'projects/shop-prod/serviceAccounts/108000000000000000001',
            display_name: 'Web tier',
          },
          update_mask: { paths: ['display_name'] },
        },
      }),
    ],
    changed: [
      'services.tf - display_name = "Web servers"',
      'services.tf + display_name = "Web tier"',
    ],
  },
  {
    name: 'the filter of a sink',
    entries: () => [
      call({
        service: 'logging',
        method: 'google.logging.v2.ConfigServiceV2.UpdateSink',
        resource: 'projects/shop-prod/sinks/audit',
        request: {
          sinkName: 'projects/shop-prod/sinks/audit',
          sink: { name: 'audit', filter: 'severity>=ERROR' },
          updateMask: 'filter',
        },
      }),
    ],
    changed: [
      'services.tf - filter      = "severity>=WARNING"',
      'services.tf + filter      = "severity>=ERROR"',
    ],
  },
  {
    name: 'the expiry of tables, under the number of the project',
    entries: () => [
      call({
        service: 'bigquery',
        method: 'google.cloud.bigquery.v2.DatasetService.PatchDataset',
        resource: 'projects/818181/datasets/sales',
        request: { resource: { defaultTableExpirationMs: '7200000' } },
      }),
    ],
    changed: [
      'services.tf - default_table_expiration_ms = 3600000',
      'services.tf + default_table_expiration_ms = 7200000',
    ],
  },
  {
    name: 'memory of a cache',
    entries: () =>
      operation({
        service: 'redis',
        method: 'google.cloud.redis.v1.CloudRedis.UpdateInstance',
        resource: 'projects/shop-prod/locations/europe-west3/instances/cache',
        request: {
          instance: {
            name: 'projects/shop-prod/locations/europe-west3/instances/cache',
            memorySizeGb: 8,
          },
          updateMask: 'memory_size_gb',
        },
      }),
    changed: ['services.tf - memory_size_gb = 4', 'services.tf + memory_size_gb = 8'],
  },
  {
    name: 'a schedule',
    entries: () => [
      call({
        service: 'cloudscheduler',
        method: 'google.cloud.scheduler.v1.CloudScheduler.UpdateJob',
        resource: 'projects/shop-prod/locations/europe-west3/jobs/nightly',
        request: {
          job: {
            name: 'projects/shop-prod/locations/europe-west3/jobs/nightly',
            schedule: '0 4 * * *',
          },
          updateMask: 'schedule',
        },
      }),
    ],
    changed: ['services.tf - schedule = "0 3 * * *"', 'services.tf + schedule = "0 4 * * *"'],
  },
  {
    name: 'a machine type by the input of one module',
    project: 'modules',
    entries: () =>
      compute('instances.setMachineType', 'zones/us-central1-a/instances/worker-canary', {
        machineType: 'zones/us-central1-a/machineTypes/e2-standard-4',
      }),
    changed: ['main.tf - canary_type  = "e2-medium"', 'main.tf + canary_type  = "e2-standard-4"'],
  },
  {
    name: 'the bounds of an autoscaler in a module',
    project: 'modules',
    entries: () =>
      compute('autoscalers.patch', 'zones/us-central1-a/autoscalers/web', {
        autoscalingPolicy: { maxNumReplicas: '9', minNumReplicas: '3' },
      }),
    changed: ['main.tf - max_replicas = 6', 'main.tf + max_replicas = 9'],
  },
  {
    name: 'one entry of a map of instances',
    project: 'modules',
    entries: () =>
      compute('instances.setMachineType', 'zones/us-central1-b/instances/beta', {
        machineType:
          'https://www.googleapis.com/compute/v1/projects/shop-prod/zones/us-central1-b/machineTypes/e2-highmem-2',
      }),
    changed: [
      'main.tf - beta  = { type = "e2-medium", zone = "us-central1-b" }',
      'main.tf + beta  = { type = "e2-highmem-2", zone = "us-central1-b" }',
    ],
  },
  {
    name: 'only the namesake in the other project',
    project: 'twins',
    entries: () =>
      compute(
        'firewalls.patch',
        'global/firewalls/allow-ssh',
        { priority: '700' },
        { project: 'shop-staging' },
      ),
    addresses: ['google_compute_firewall.staging'],
    changed: ['main.tf + priority      = 700'],
  },
  {
    name: 'only the namesake whose id is its name alone',
    project: 'twins',
    entries: () => [
      call({
        service: 'cloudsql',
        method: 'cloudsql.instances.update',
        project: 'shop-staging',
        resource: 'projects/shop-staging/instances/main',
        request: { body: { settings: { tier: 'db-n1-standard-2' } } },
      }),
    ],
    addresses: ['google_sql_database_instance.staging'],
    changed: ['main.tf - tier = "db-n1-standard-1"', 'main.tf + tier = "db-n1-standard-2"'],
  },
  {
    name: 'only the namesake in the other zone',
    project: 'twins',
    entries: () => compute('disks.resize', 'zones/us-east1-c/disks/data', { sizeGb: '30' }),
    addresses: ['google_compute_disk.b'],
    changed: ['main.tf - size = 10', 'main.tf + size = 30'],
  },
];

describe('a change in the cloud becomes a change in the code', () => {
  it.each(cases)('$name', async ({ project = 'flat', entries, changed, addresses }) => {
    const outcome = await reconcile(project, entries());

    expect(outcome.changed).toEqual(changed);
    expect(verified(outcome)).toBe(true);
    expect(outcome.report.unresolved).toEqual([]);
    const drifted = outcome.report.drifts.map(({ address }) => address);
    expect(drifted).toEqual(addresses ?? drifted);
    expect(new Set(dispositions(outcome))).toEqual(new Set(['drift']));
  });
});
