import { compute, labels, managed, stateFile } from './state.ts';

const p = 'projects/shop-prod';
const region = 'europe-west3';
const web = 'web@shop-prod.iam.gserviceaccount.com';
const link = (path: string) => `https://www.googleapis.com/compute/v1/${path}`;
const network = link(`${p}/global/networks/shop`);
const apps = link(`${p}/regions/${region}/subnetworks/apps`);

const bootDisk = {
  auto_delete: true,
  device_name: 'persistent-disk-0',
  initialize_params: [{ image: 'debian-cloud/debian-12', size: 20, type: 'pd-standard' }],
  mode: 'READ_WRITE',
};

function firewall(project: string, parts: Readonly<Record<string, unknown>>) {
  return {
    description: '',
    destination_ranges: [],
    direction: 'INGRESS',
    disabled: false,
    deny: [],
    log_config: [],
    priority: 1000,
    source_service_accounts: null,
    source_tags: null,
    target_service_accounts: null,
    target_tags: null,
    network: link(`projects/${project}/global/networks/default`),
    ...parts,
  };
}

const shopFirewall = (parts: Readonly<Record<string, unknown>>) =>
  firewall('shop-prod', { network, ...parts });

/** The state of `projects/flat`. */
export const flatState = stateFile([
  compute('google_compute_network.main', `${p}/global/networks/shop`, {
    auto_create_subnetworks: false,
    mtu: 0,
    routing_mode: 'REGIONAL',
    description: '',
  }),
  compute(
    'google_compute_subnetwork.apps',
    `${p}/regions/${region}/subnetworks/apps`,
    {
      region,
      network,
      ip_cidr_range: '10.10.0.0/20',
      private_ip_google_access: false,
      purpose: 'PRIVATE',
      secondary_ip_range: [],
      stack_type: 'IPV4_ONLY',
      log_config: [],
    },
    ['google_compute_network.main'],
  ),
  compute(
    'google_compute_firewall.ssh',
    `${p}/global/firewalls/allow-ssh`,
    shopFirewall({
      allow: [{ ports: ['22'], protocol: 'tcp' }],
      source_ranges: ['198.51.100.0/24'],
      target_tags: ['ssh'],
    }),
    ['google_compute_network.main'],
  ),
  compute(
    'google_compute_firewall.web',
    `${p}/global/firewalls/allow-web`,
    shopFirewall({
      priority: 900,
      allow: [
        { ports: [], protocol: 'icmp' },
        { ports: ['80', '443'], protocol: 'tcp' },
      ],
      source_ranges: ['0.0.0.0/0'],
    }),
    ['google_compute_network.main'],
  ),
  compute('google_compute_address.web', `${p}/regions/${region}/addresses/web`, {
    region: link(`${p}/regions/${region}`),
    address: '203.0.113.10',
    address_type: 'EXTERNAL',
    labels: {},
  }),
  compute('google_compute_instance.bastion', `${p}/zones/${region}-b/instances/bastion`, {
    zone: `${region}-b`,
    machine_type: 'e2-small',
    tags: ['ssh'],
    ...labels({ team: 'platform', env: 'prod' }),
    metadata: { 'enable-oslogin': 'TRUE', 'serial-port': 'FALSE' },
    metadata_startup_script: null,
    desired_status: null,
    current_status: 'RUNNING',
    deletion_protection: false,
    can_ip_forward: false,
    boot_disk: [bootDisk],
    network_interface: [{ subnetwork: apps, network, network_ip: '10.10.0.2', access_config: [] }],
    scheduling: [
      {
        automatic_restart: true,
        on_host_maintenance: 'MIGRATE',
        preemptible: false,
        provisioning_model: 'STANDARD',
        instance_termination_action: '',
        min_node_cpus: 0,
      },
    ],
    service_account: [],
    instance_id: '4711',
  }),
  compute('google_compute_disk.data', `${p}/zones/${region}-b/disks/data`, {
    zone: `${region}-b`,
    type: 'pd-ssd',
    size: 50,
    labels: {},
    physical_block_size_bytes: 4096,
  }),
  managed('google_storage_bucket.assets', {
    id: 'shop-prod-assets',
    name: 'shop-prod-assets',
    project: 'shop-prod',
    location: 'EU',
    self_link: 'https://www.googleapis.com/storage/v1/b/shop-prod-assets',
    storage_class: 'STANDARD',
    uniform_bucket_level_access: true,
    public_access_prevention: 'inherited',
    versioning: [{ enabled: false }],
    lifecycle_rule: [],
    labels: {},
    url: 'gs://shop-prod-assets',
  }),
  managed('google_storage_bucket_iam_binding.readers', {
    id: 'b/shop-prod-assets/roles/storage.objectViewer',
    bucket: 'b/shop-prod-assets',
    role: 'roles/storage.objectViewer',
    members: ['group:web@shop.example', `serviceAccount:${web}`],
    condition: [],
    etag: 'CAE=',
  }),
  managed('google_service_account.web', {
    id: `${p}/serviceAccounts/${web}`,
    name: `${p}/serviceAccounts/${web}`,
    account_id: 'web',
    display_name: 'Web servers',
    description: '',
    disabled: false,
    email: web,
    member: `serviceAccount:${web}`,
    project: 'shop-prod',
    unique_id: '108000000000000000001',
  }),
  managed('google_project_iam_member.web_logs', {
    id: `shop-prod/roles/logging.logWriter/serviceAccount:${web}`,
    project: 'shop-prod',
    role: 'roles/logging.logWriter',
    member: `serviceAccount:${web}`,
    condition: [],
    etag: 'BwY=',
  }),
  managed('google_project_iam_custom_role.deployer', {
    id: `${p}/roles/deployer`,
    name: `${p}/roles/deployer`,
    project: 'shop-prod',
    role_id: 'deployer',
    title: 'Deployer',
    description: '',
    stage: 'GA',
    permissions: ['run.services.get', 'run.services.update'],
  }),
  managed('google_pubsub_topic.orders', {
    id: `${p}/topics/orders`,
    name: 'orders',
    project: 'shop-prod',
    ...labels({ team: 'platform', env: 'prod' }),
    message_retention_duration: '',
    kms_key_name: '',
    message_storage_policy: [],
    schema_settings: [],
  }),
  managed('google_pubsub_subscription.billing', {
    id: `${p}/subscriptions/orders-billing`,
    name: 'orders-billing',
    project: 'shop-prod',
    topic: `${p}/topics/orders`,
    ack_deadline_seconds: 20,
    message_retention_duration: '604800s',
    retain_acked_messages: false,
    enable_message_ordering: false,
    expiration_policy: [{ ttl: '' }],
    dead_letter_policy: [],
    retry_policy: [],
    push_config: [],
    labels: {},
  }),
  managed('google_sql_database_instance.main', {
    id: 'shop',
    name: 'shop',
    project: 'shop-prod',
    region,
    database_version: 'POSTGRES_15',
    deletion_protection: true,
    connection_name: `shop-prod:${region}:shop`,
    self_link: `https://sqladmin.googleapis.com/sql/v1beta4/${p}/instances/shop`,
    settings: [
      {
        tier: 'db-custom-2-7680',
        edition: 'ENTERPRISE',
        activation_policy: 'ALWAYS',
        availability_type: 'ZONAL',
        disk_autoresize: true,
        disk_autoresize_limit: 0,
        disk_size: 20,
        disk_type: 'PD_SSD',
        pricing_plan: 'PER_USE',
        user_labels: {},
        backup_configuration: [
          {
            enabled: true,
            start_time: '03:00',
            location: '',
            binary_log_enabled: false,
            point_in_time_recovery_enabled: false,
            transaction_log_retention_days: 7,
          },
        ],
        database_flags: [{ name: 'max_connections', value: '200' }],
        ip_configuration: [{ ipv4_enabled: true, authorized_networks: [], ssl_mode: '' }],
      },
    ],
  }),
  managed('google_sql_user.app', {
    id: 'app//shop',
    name: 'app',
    instance: 'shop',
    project: 'shop-prod',
    host: '',
    type: '',
    password: 'not-for-reports',
  }),
  managed('google_dns_managed_zone.public', {
    id: `${p}/managedZones/shop-example`,
    name: 'shop-example',
    project: 'shop-prod',
    dns_name: 'shop.example.',
    description: 'Managed by Terraform',
    visibility: 'public',
    labels: {},
  }),
  managed(
    'google_dns_record_set.www',
    {
      id: `${p}/managedZones/shop-example/rrsets/www.shop.example./A`,
      managed_zone: 'shop-example',
      name: 'www.shop.example.',
      project: 'shop-prod',
      type: 'A',
      ttl: 300,
      rrdatas: ['203.0.113.10'],
      routing_policy: [],
    },
    ['google_dns_managed_zone.public'],
  ),
  managed('google_container_cluster.main', {
    id: `${p}/locations/${region}/clusters/shop`,
    name: 'shop',
    project: 'shop-prod',
    location: region,
    network: `${p}/global/networks/shop`,
    subnetwork: `${p}/regions/${region}/subnetworks/apps`,
    self_link: `https://container.googleapis.com/v1/${p}/locations/${region}/clusters/shop`,
    initial_node_count: 1,
    remove_default_node_pool: true,
    release_channel: [{ channel: 'REGULAR' }],
    resource_labels: {},
    logging_service: 'logging.googleapis.com/kubernetes',
  }),
  managed(
    'google_container_node_pool.general',
    {
      id: `${p}/locations/${region}/clusters/shop/nodePools/general`,
      name: 'general',
      project: 'shop-prod',
      location: region,
      cluster: 'shop',
      node_count: 3,
      initial_node_count: 3,
      autoscaling: [],
      management: [{ auto_repair: true, auto_upgrade: true }],
      node_config: [{ machine_type: 'e2-standard-4', disk_size_gb: 100, disk_type: 'pd-balanced' }],
    },
    ['google_container_cluster.main'],
  ),
  managed('google_cloud_run_v2_service.api', {
    id: `${p}/locations/${region}/services/api`,
    name: 'api',
    project: 'shop-prod',
    location: region,
    ingress: 'INGRESS_TRAFFIC_ALL',
    labels: {},
    template: [
      {
        scaling: [{ min_instance_count: 1, max_instance_count: 4 }],
        containers: [
          { image: 'europe-docker.pkg.dev/shop-prod/apps/api:1.4.0', name: '', env: [], args: [] },
        ],
        timeout: '300s',
        max_instance_request_concurrency: 80,
      },
    ],
    traffic: [],
  }),
  managed('google_secret_manager_secret.token', {
    id: `${p}/secrets/api-token`,
    name: 'projects/818181/secrets/api-token',
    secret_id: 'api-token',
    project: 'shop-prod',
    labels: {},
    replication: [{ auto: [{ customer_managed_encryption: [] }], user_managed: [] }],
  }),
  managed('google_logging_project_sink.audit', {
    id: `${p}/sinks/audit`,
    name: 'audit',
    project: 'shop-prod',
    destination: 'storage.googleapis.com/shop-prod-assets',
    filter: 'severity>=WARNING',
    disabled: false,
    description: '',
    exclusions: [],
  }),
  managed('google_bigquery_dataset.sales', {
    id: `${p}/datasets/sales`,
    dataset_id: 'sales',
    project: 'shop-prod',
    location: 'EU',
    default_table_expiration_ms: 3600000,
    labels: {},
  }),
  managed('google_redis_instance.cache', {
    id: `${p}/locations/${region}/instances/cache`,
    name: 'cache',
    project: 'shop-prod',
    region,
    memory_size_gb: 4,
    tier: 'BASIC',
    labels: {},
  }),
  managed('google_cloud_scheduler_job.nightly', {
    id: `${p}/locations/${region}/jobs/nightly`,
    name: 'nightly',
    project: 'shop-prod',
    region,
    schedule: '0 3 * * *',
    time_zone: 'Etc/UTC',
    paused: false,
    pubsub_target: [{ topic_name: `${p}/topics/orders`, data: 'cnVu', attributes: {} }],
  }),
]);

const zone = 'us-central1-a';

function machine(address: string, name: string, type: string, where = zone) {
  return compute(address, `${p}/zones/${where}/instances/${name}`, {
    zone: where,
    machine_type: type,
    labels: {},
    metadata: null,
    tags: null,
    boot_disk: [bootDisk],
    network_interface: [{ network: link(`${p}/global/networks/default`), access_config: [] }],
    scheduling: [{ automatic_restart: true, on_host_maintenance: 'MIGRATE' }],
  });
}

function service(name: string, type: string, canary: string, size: number, max: number) {
  const module = `module.${name}`;
  return [
    machine(`${module}.google_compute_instance.canary`, `${name}-canary`, canary),
    compute(
      `${module}.google_compute_instance_template.this`,
      `${p}/global/instanceTemplates/${name}-1`,
      { machine_type: type, disk: [{ source_image: 'debian-cloud/debian-12', boot: true }] },
    ),
    compute(
      `${module}.google_compute_instance_group_manager.this`,
      `${p}/zones/${zone}/instanceGroupManagers/${name}`,
      {
        zone: link(`${p}/zones/${zone}`),
        base_instance_name: name,
        target_size: size,
        version: [
          {
            name: '',
            instance_template: link(`${p}/global/instanceTemplates/${name}-1`),
            target_size: [],
          },
        ],
        named_port: [],
        auto_healing_policies: [],
      },
    ),
    compute(`${module}.google_compute_autoscaler.this`, `${p}/zones/${zone}/autoscalers/${name}`, {
      zone: link(`${p}/zones/${zone}`),
      target: link(`${p}/zones/${zone}/instanceGroupManagers/${name}`),
      autoscaling_policy: [
        { min_replicas: size, max_replicas: max, cooldown_period: 60, mode: 'ON' },
      ],
    }),
  ];
}

function viewer(key: string, member: string) {
  return managed(`google_project_iam_member.viewers["${key}"]`, {
    id: `shop-prod/roles/viewer/${member}`,
    project: 'shop-prod',
    role: 'roles/viewer',
    member,
    condition: [],
  });
}

/** The state of `projects/modules`. */
export const modulesState = stateFile([
  ...service('web', 'n2-standard-2', 'e2-small', 3, 6),
  ...service('worker', 'e2-standard-2', 'e2-medium', 2, 4),
  viewer('audit', 'group:audit@shop.example'),
  viewer('support', 'group:support@shop.example'),
  machine('google_compute_instance.machines["alpha"]', 'alpha', 'e2-medium'),
  machine('google_compute_instance.machines["beta"]', 'beta', 'e2-medium', 'us-central1-b'),
  ...['created', 'paid'].map((key) =>
    managed(`google_pubsub_topic.events["${key}"]`, {
      id: `${p}/topics/order-${key}`,
      name: `order-${key}`,
      project: 'shop-prod',
      labels: {},
    }),
  ),
]);

function twin(key: string, project: string) {
  const ssh = { allow: [{ ports: ['22'], protocol: 'tcp' }], source_ranges: ['198.51.100.0/24'] };
  return [
    compute(
      `google_compute_firewall.${key}`,
      `projects/${project}/global/firewalls/allow-ssh`,
      firewall(project, ssh),
    ),
    managed(`google_sql_database_instance.${key}`, {
      id: 'main',
      name: 'main',
      project,
      region: 'us-east1',
      database_version: 'MYSQL_8_0',
      settings: [{ tier: 'db-n1-standard-1', database_flags: [] }],
    }),
  ];
}

/** The state of `projects/twins`: the same names in two projects and two zones, and AWS. */
export const twinsState = stateFile([
  ...twin('prod', 'shop-prod'),
  ...twin('staging', 'shop-staging'),
  ...['b', 'c'].map((letter, index) =>
    compute(`google_compute_disk.${'ab'[index]}`, `${p}/zones/us-east1-${letter}/disks/data`, {
      zone: `us-east1-${letter}`,
      size: 10,
      type: 'pd-standard',
      labels: {},
    }),
  ),
  managed('aws_sqs_queue.orders', {
    id: 'https://sqs.us-east-1.amazonaws.com/123456789012/orders',
    url: 'https://sqs.us-east-1.amazonaws.com/123456789012/orders',
    arn: 'arn:aws:sqs:us-east-1:123456789012:orders',
    name: 'orders',
    visibility_timeout_seconds: 30,
  }),
]);
