import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolders } from '../../entry/cli/parley.ts';
import { call, compute, operation, policyDeltas, restartIds } from './entries.ts';
import { dispositions, type Options, type ProjectName, reconcile, verified } from './reconcile.ts';

beforeEach(restartIds);
afterEach(removeFolders);

interface Case {
  readonly name: string;
  readonly project?: ProjectName;
  readonly entries: () => readonly unknown[];
  readonly changed: readonly string[];
  readonly options?: Options;
}

const viewer = (action: string, member: string) =>
  call({
    service: 'cloudresourcemanager',
    method: 'SetIamPolicy',
    resource: 'projects/shop-prod',
    request: { resource: 'shop-prod', policy: { bindings: [] } },
    payload: policyDeltas([{ action, role: 'roles/viewer', member }]),
  });

const cases: readonly Case[] = [
  {
    name: 'a firewall of a managed network',
    entries: () =>
      compute('firewalls.insert', 'global/firewalls/allow-db', {
        name: 'allow-db',
        network: 'projects/shop-prod/global/networks/shop',
        direction: 'INGRESS',
        priority: '1000',
        disabled: false,
        description: '',
        alloweds: [{ IPProtocol: 'tcp', ports: ['5432'] }],
        sourceRanges: ['10.10.0.0/20'],
        logConfig: { enable: false },
      }),
    changed: [
      'main.tf + resource "google_compute_firewall" "allow_db" {',
      'main.tf + name          = "allow-db"',
      'main.tf + network       = google_compute_network.main.id',
      'main.tf + source_ranges = ["10.10.0.0/20"]',
      'main.tf + allow {',
      'main.tf + protocol = "tcp"',
      'main.tf + ports    = ["5432"]',
      'main.tf + import {',
      'main.tf + to = google_compute_firewall.allow_db',
      'main.tf + id = "projects/shop-prod/global/firewalls/allow-db"',
      'main.tf + }',
      'main.tf + }',
      'main.tf + }',
    ],
  },
  {
    name: 'a subscription of a managed topic',
    entries: () => [
      call({
        service: 'pubsub',
        method: 'google.pubsub.v1.Subscriber.CreateSubscription',
        resource: 'projects/shop-prod/subscriptions/orders-audit',
        request: {
          name: 'projects/shop-prod/subscriptions/orders-audit',
          topic: 'projects/shop-prod/topics/orders',
          ackDeadlineSeconds: 30,
          messageRetentionDuration: '604800s',
          expirationPolicy: { ttl: '2678400s' },
        },
      }),
    ],
    changed: [
      'services.tf + resource "google_pubsub_subscription" "orders_audit" {',
      'services.tf + name                 = "orders-audit"',
      'services.tf + topic                = google_pubsub_topic.orders.id',
      'services.tf + ack_deadline_seconds = 30',
      'services.tf + import {',
      'services.tf + to = google_pubsub_subscription.orders_audit',
      'services.tf + id = "projects/shop-prod/subscriptions/orders-audit"',
      'services.tf + }',
      'services.tf + }',
    ],
  },
  {
    name: 'a node pool of a managed cluster',
    entries: () =>
      operation({
        service: 'container',
        method: 'google.container.v1beta1.ClusterManager.CreateNodePool',
        resource: 'projects/shop-prod/locations/europe-west3/clusters/shop/nodePools/batch',
        request: {
          parent: 'projects/shop-prod/locations/europe-west3/clusters/shop',
          nodePool: {
            name: 'batch',
            initialNodeCount: 2,
            config: { machineType: 'e2-highcpu-8', diskSizeGb: 50 },
            autoscaling: { enabled: true, minNodeCount: 1, maxNodeCount: 6 },
          },
        },
      }),
    changed: [
      'services.tf + resource "google_container_node_pool" "batch" {',
      'services.tf + name               = "batch"',
      'services.tf + cluster            = google_container_cluster.main.name',
      'services.tf + initial_node_count = 2',
      'services.tf + location           = google_container_cluster.main.location',
      'services.tf + autoscaling {',
      'services.tf + min_node_count = 1',
      'services.tf + max_node_count = 6',
      'services.tf + node_config {',
      'services.tf + machine_type = "e2-highcpu-8"',
      'services.tf + disk_size_gb = 50',
      'services.tf + import {',
      'services.tf + to = google_container_node_pool.batch',
      'services.tf + id = "shop-prod/europe-west3/shop/batch"',
      'services.tf + }',
      'services.tf + }',
      'services.tf + }',
      'services.tf + }',
    ],
  },
  {
    name: 'a record of a managed zone',
    entries: () => [
      call({
        service: 'dns',
        method: 'dns.changes.create',
        resource: 'managedZones/shop-example',
        request: {
          managedZone: 'shop-example',
          change: {
            additions: [
              { name: 'api.shop.example.', type: 'A', ttl: 60, rrdata: ['203.0.113.10'] },
            ],
          },
        },
      }),
    ],
    changed: [
      'services.tf + resource "google_dns_record_set" "api_shop_example" {',
      'services.tf + managed_zone = google_dns_managed_zone.public.name',
      'services.tf + name         = "api.shop.example."',
      'services.tf + type         = "A"',
      'services.tf + ttl          = 60',
      'services.tf + rrdatas      = ["203.0.113.10"]',
      'services.tf + import {',
      'services.tf + to = google_dns_record_set.api_shop_example',
      'services.tf + id = "projects/shop-prod/managedZones/shop-example/rrsets/api.shop.example./A"',
      'services.tf + }',
      'services.tf + }',
    ],
  },
  {
    name: 'a member of a managed bucket, in a role without a binding',
    entries: () => [
      call({
        service: 'storage',
        method: 'storage.setIamPermissions',
        resource: 'projects/_/buckets/shop-prod-assets',
        payload: policyDeltas([
          {
            action: 'ADD',
            role: 'roles/storage.objectAdmin',
            member: 'serviceAccount:web@shop-prod.iam.gserviceaccount.com',
          },
        ]),
      }),
    ],
    changed: [
      'services.tf + resource "google_storage_bucket_iam_member" "assets_web" {',
      'services.tf + member = google_service_account.web.member',
      'services.tf + role   = "roles/storage.objectAdmin"',
      'services.tf + import {',
      'services.tf + to = google_storage_bucket_iam_member.assets_web',
      'services.tf + id = "b/shop-prod-assets roles/storage.objectAdmin serviceAccount:web@shop-prod.iam.gserviceaccount.com"',
      'services.tf + bucket = google_storage_bucket.assets.name',
      'services.tf + }',
      'services.tf + }',
    ],
  },
  {
    name: 'a viewer, as an entry of the map that makes its siblings',
    project: 'modules',
    entries: () => [viewer('ADD', 'group:sre@shop.example')],
    changed: [
      'main.tf + sre     = "group:sre@shop.example"',
      'main.tf + import {',
      'main.tf + to = google_project_iam_member.viewers["sre"]',
      'main.tf + id = "shop-prod roles/viewer group:sre@shop.example"',
      'main.tf + }',
    ],
  },
  {
    name: 'a topic, as an element of the set that makes its siblings',
    project: 'modules',
    options: { adopt: 'all' },
    entries: () => [
      call({
        service: 'pubsub',
        method: 'google.pubsub.v1.Publisher.CreateTopic',
        resource: 'projects/shop-prod/topics/order-shipped',
        request: { name: 'projects/shop-prod/topics/order-shipped' },
      }),
    ],
    changed: [
      'main.tf - for_each = toset(["created", "paid"])',
      'main.tf + for_each = toset(["created", "paid", "shipped"])',
      'main.tf + import {',
      'main.tf + to = google_pubsub_topic.events["shipped"]',
      'main.tf + id = "projects/shop-prod/topics/order-shipped"',
      'main.tf + }',
    ],
  },
  {
    name: 'a viewer who is none any more',
    project: 'modules',
    entries: () => [viewer('REMOVE', 'group:support@shop.example')],
    changed: [
      'main.tf - audit   = "group:audit@shop.example"',
      'main.tf - support = "group:support@shop.example"',
      'main.tf + audit = "group:audit@shop.example"',
    ],
  },
  {
    name: 'a firewall that is gone',
    entries: () => compute('firewalls.delete', 'global/firewalls/allow-ssh', {}),
    changed: [
      'main.tf - # Who may reach the machines over SSH.',
      'main.tf - resource "google_compute_firewall" "ssh" {',
      'main.tf - name          = "allow-ssh"',
      'main.tf - source_ranges = var.office_ranges',
      'main.tf - target_tags   = ["ssh"]',
      'main.tf - ports    = ["22"]',
      'main.tf - network       = google_compute_network.main.name',
      'main.tf - protocol = "tcp"',
      'main.tf - allow {',
      'main.tf - }',
      'main.tf - }',
    ],
  },
  {
    name: 'a subscription that is gone',
    entries: () => [
      call({
        service: 'pubsub',
        method: 'google.pubsub.v1.Subscriber.DeleteSubscription',
        resource: 'projects/shop-prod/subscriptions/orders-billing',
        request: { subscription: 'projects/shop-prod/subscriptions/orders-billing' },
      }),
    ],
    changed: [
      'services.tf - resource "google_pubsub_subscription" "billing" {',
      'services.tf - name                 = "orders-billing"',
      'services.tf - topic                = google_pubsub_topic.orders.id',
      'services.tf - ack_deadline_seconds = 20',
      'services.tf - expiration_policy {',
      'services.tf - ttl = ""',
      'services.tf - }',
      'services.tf - }',
    ],
  },
  {
    name: 'an instance in a managed subnetwork',
    entries: () =>
      compute('instances.insert', 'zones/europe-west3-b/instances/probe', {
        name: 'probe',
        canIpForward: false,
        deletionProtection: false,
        machineType: 'projects/shop-prod/zones/europe-west3-b/machineTypes/e2-micro',
        disks: [
          {
            autoDelete: true,
            boot: true,
            initializeParams: {
              diskSizeGb: '10',
              diskType: 'projects/shop-prod/zones/europe-west3-b/diskTypes/pd-balanced',
              sourceImage: 'projects/debian-cloud/global/images/family/debian-12',
            },
            mode: 'READ_WRITE',
            type: 'PERSISTENT',
          },
        ],
        networkInterfaces: [
          {
            accessConfigs: [{ name: 'External NAT', networkTier: 'PREMIUM' }],
            subnetwork: 'projects/shop-prod/regions/europe-west3/subnetworks/apps',
          },
        ],
        scheduling: { automaticRestart: true, onHostMaintenance: 'MIGRATE', preemptible: false },
        serviceAccounts: [
          {
            email: 'web@shop-prod.iam.gserviceaccount.com',
            scopes: ['https://www.googleapis.com/auth/cloud-platform'],
          },
        ],
        labels: [{ key: 'team', value: 'platform' }],
      }),
    changed: [
      'main.tf + resource "google_compute_instance" "probe" {',
      'main.tf + name         = "probe"',
      'main.tf + machine_type = "e2-micro"',
      'main.tf + zone         = "europe-west3-b"',
      'main.tf + labels = {',
      'main.tf + team = "platform"',
      'main.tf + }',
      'main.tf + boot_disk {',
      'main.tf + initialize_params {',
      'main.tf + size  = 10',
      'main.tf + type  = "pd-balanced"',
      'main.tf + image = "projects/debian-cloud/global/images/family/debian-12"',
      'main.tf + }',
      'main.tf + }',
      'main.tf + network_interface {',
      'main.tf + subnetwork = google_compute_subnetwork.apps.id',
      'main.tf + access_config {}',
      'main.tf + }',
      'main.tf + service_account {',
      'main.tf + email  = google_service_account.web.email',
      'main.tf + scopes = ["https://www.googleapis.com/auth/cloud-platform"]',
      'main.tf + }',
      'main.tf + import {',
      'main.tf + to = google_compute_instance.probe',
      'main.tf + id = "projects/shop-prod/zones/europe-west3-b/instances/probe"',
      'main.tf + }',
      'main.tf + }',
    ],
  },
  {
    name: 'a bucket, whose place only a label gives',
    options: { adopt: 'all' },
    entries: () => [
      call({
        service: 'storage',
        method: 'storage.buckets.create',
        resource: 'projects/_/buckets/shop-prod-exports',
        labels: { bucket_name: 'shop-prod-exports', location: 'eu' },
        request: { defaultObjectAcl: { bindings: [] } },
      }),
    ],
    changed: [
      'services.tf + resource "google_storage_bucket" "shop_prod_exports" {',
      'services.tf + name     = "shop-prod-exports"',
      'services.tf + location = "EU"',
      'services.tf + import {',
      'services.tf + to = google_storage_bucket.shop_prod_exports',
      'services.tf + id = "shop-prod/shop-prod-exports"',
      'services.tf + }',
      'services.tf + }',
    ],
  },
  {
    name: 'a database that is gone, with its users',
    entries: () => [
      call({
        service: 'cloudsql',
        method: 'cloudsql.instances.delete',
        resource: 'projects/shop-prod/instances/shop',
        request: { instance: 'shop', project: 'shop-prod' },
      }),
    ],
    changed: [
      'services.tf - resource "google_sql_database_instance" "main" {',
      'services.tf - name                = "shop"',
      'services.tf - region              = var.region',
      'services.tf - database_version    = "POSTGRES_15"',
      'services.tf - deletion_protection = true',
      'services.tf - settings {',
      'services.tf - tier              = var.database_tier',
      'services.tf - availability_type = "ZONAL"',
      'services.tf - backup_configuration {',
      'services.tf - enabled    = true',
      'services.tf - start_time = "03:00"',
      'services.tf - database_flags {',
      'services.tf - name  = "max_connections"',
      'services.tf - value = "200"',
      'services.tf - resource "google_sql_user" "app" {',
      'services.tf - name     = "app"',
      'services.tf - instance = google_sql_database_instance.main.name',
      'services.tf - password = var.database_password',
      'services.tf - }',
      'services.tf - }',
      'services.tf - }',
      'services.tf - }',
      'services.tf - }',
    ],
  },
  {
    name: 'a record that is gone',
    entries: () => [
      call({
        service: 'dns',
        method: 'dns.changes.create',
        resource: 'managedZones/shop-example',
        request: {
          managedZone: 'shop-example',
          change: {
            deletions: [
              { name: 'www.shop.example.', type: 'A', ttl: 300, rrdata: ['203.0.113.10'] },
            ],
          },
        },
      }),
    ],
    changed: [
      'services.tf - resource "google_dns_record_set" "www" {',
      'services.tf - managed_zone = google_dns_managed_zone.public.name',
      'services.tf - name         = "www.${google_dns_managed_zone.public.dns_name}"',
      'services.tf - type         = "A"',
      'services.tf - ttl          = 300',
      'services.tf - rrdatas      = ["203.0.113.10"]',
      'services.tf - }',
    ],
  },
  {
    name: 'a service account, and the role that it got',
    options: { adopt: 'all' },
    entries: () => [
      call({
        service: 'iam',
        method: 'google.iam.admin.v1.CreateServiceAccount',
        resource: 'projects/shop-prod',
        request: {
          name: 'projects/shop-prod',
          account_id: 'batch',
          service_account: { display_name: 'Batch jobs' },
        },
        response: {
          name: 'projects/shop-prod/serviceAccounts/batch@shop-prod.iam.gserviceaccount.com',
          email: 'batch@shop-prod.iam.gserviceaccount.com',
          unique_id: '108000000000000000002',
        },
      }),
    ],
    changed: [
      'services.tf + resource "google_service_account" "batch" {',
      'services.tf + account_id   = "batch"',
      'services.tf + display_name = "Batch jobs"',
      'services.tf + import {',
      'services.tf + to = google_service_account.batch',
      'services.tf + id = "projects/shop-prod/serviceAccounts/batch@shop-prod.iam.gserviceaccount.com"',
      'services.tf + }',
      'services.tf + }',
    ],
  },
];

describe('a created or deleted resource', () => {
  it.each(cases)('$name', async ({ project = 'flat', entries, changed, options }) => {
    const outcome = await reconcile(project, entries(), options);

    expect(outcome.changed).toEqual(changed);
    expect(verified(outcome)).toBe(true);
    expect(outcome.report.unresolved).toEqual([]);
    expect(new Set(dispositions(outcome))).toEqual(new Set(['drift']));
  });
});
