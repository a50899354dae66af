import { ownFacts } from '../overlay.ts';

const protocols = '(all, tcp, udp, icmp, esp, ah, sctp, ipip, 6, 17)';
const firewallPolicies = [
  'google_compute_firewall_policy_rule',
  'google_compute_network_firewall_policy_rule',
];

const allowing = firewallPolicies.flatMap(
  (type) =>
    [
      [type, '-', 'deleted when action = allow', 'availability', 3, 'a traffic path is cut off'],
      [type, '-', 'created when action = allow', 'security', 3, 'a new traffic path is open'],
      [
        type,
        'disabled',
        '= true when action = allow',
        'availability',
        3,
        'a traffic path is cut off',
      ],
    ] as const,
);

const sizes = [
  ['google_compute_instance', 'machine_type', 'the machine has less capacity'],
  ['google_compute_instance_template', 'machine_type', 'machines have less capacity'],
  ['google_compute_region_instance_template', 'machine_type', 'machines have less capacity'],
  ['google_container_node_pool', 'node_config.machine_type', 'nodes have less capacity'],
  ['google_sql_database_instance', 'settings.tier', 'the database has less capacity'],
].map(
  ([type = '', path = '', meaning = '']) =>
    [type, path, 'weaker-in numbered-size', 'availability', 3, meaning] as const,
);

const larger = [
  ['google_compute_instance_template', 'machine_type', 'machines cost more'],
  ['google_compute_region_instance_template', 'machine_type', 'machines cost more'],
  ['google_container_node_pool', 'node_config.machine_type', 'nodes cost more'],
].map(
  ([type = '', path = '', meaning = '']) =>
    [type, path, 'stronger-in numbered-size', 'cost', 2, meaning] as const,
);

const admission = ['default_admission_rule', 'cluster_admission_rules'].flatMap(
  (block) =>
    [
      [
        'google_binary_authorization_policy',
        `${block}.evaluation_mode`,
        '= ALWAYS_ALLOW',
        'security',
        4,
        'unchecked images may run',
      ],
      [
        'google_binary_authorization_policy',
        `${block}.enforcement_mode`,
        '= DRYRUN_AUDIT_LOG_ONLY',
        'security',
        4,
        'unchecked images may run',
      ],
    ] as const,
);

/** The same keys as in the metadata of a project, but as one resource each. */
const machineMetadata = [
  ['value', '= false when key = enable-oslogin', 'keys in the metadata allow logins'],
  ['value', '= true when key = serial-port-enable', 'the serial console accepts logins'],
].map(
  ([path = '', predicate = '', meaning = '']) =>
    ['google_compute_project_metadata_item', path, predicate, 'security', 3, meaning] as const,
);

/** Resources with data, keys or secrets, whose readers matter. */
const guarded = [
  'bigquery_dataset',
  'bigquery_table',
  'kms_crypto_key',
  'kms_key_ring',
  'pubsub_subscription',
  'pubsub_topic',
  'secret_manager_secret',
  'storage_bucket',
];

const members = guarded.flatMap(
  (name) =>
    [
      [`google_${name}_iam_member`, '-', 'created', 'security', 3, 'an identity gains permissions'],
      [
        `google_${name}_iam_member`,
        '-',
        'deleted',
        'availability',
        2,
        'an identity loses permissions',
      ],
      [
        `google_${name}_iam_binding`,
        'members[]',
        'element-added',
        'security',
        3,
        'an identity gains permissions',
      ],
      [
        `google_${name}_iam_binding`,
        'members[]',
        'element-removed',
        'availability',
        2,
        'an identity loses permissions',
      ],
    ] as const,
);

const publicLists = [
  'google_storage_bucket_acl',
  'google_storage_default_object_acl',
  'google_storage_object_acl',
].map(
  (type) =>
    [
      type,
      'role_entity[]',
      'element-added matches gcp-public-entity',
      'security',
      5,
      'anyone may read objects',
    ] as const,
);

const openLists = ['google_storage_bucket_acl', 'google_storage_object_acl'].map(
  (type) =>
    [
      type,
      'predefined_acl',
      'in (publicRead, publicReadWrite, authenticatedRead)',
      'security',
      5,
      'anyone may read objects',
    ] as const,
);

export const google = ownFacts('google', [
  ...allowing,
  ...sizes,
  ...larger,
  ...members,
  ...publicLists,
  ...openLists,
  [
    'google_compute_firewall',
    '-',
    `deleted when deny.protocol in ${protocols}`,
    'security',
    4,
    'blocked traffic flows again',
  ],
  [
    'google_compute_firewall',
    'disabled',
    `= true when allow.protocol in ${protocols}`,
    'availability',
    3,
    'a traffic path is cut off',
  ],
  [
    'google_compute_firewall',
    'source_ranges[]',
    `element-removed when deny.protocol in ${protocols}`,
    'security',
    3,
    'a blocked address range can connect again',
  ],
  ['google_compute_firewall', 'allow', 'element-added', 'security', 3, 'another port is open'],
  [
    'google_compute_firewall',
    'direction',
    'changed',
    'security',
    3,
    'the rule filters other traffic',
  ],
  [
    'google_container_cluster',
    'master_authorized_networks_config.gcp_public_cidrs_access_enabled',
    '= true',
    'security',
    3,
    'every cloud customer can reach the control plane',
  ],
  [
    'google_bigquery_dataset_access',
    'special_group',
    'matches public-principal',
    'security',
    5,
    'anyone may read data',
  ],
  [
    'google_bigquery_dataset_access',
    'iam_member',
    'matches public-principal',
    'security',
    5,
    'anyone may read data',
  ],
  [
    'google_bigquery_dataset_access',
    '-',
    'created',
    'security',
    3,
    'another identity may read data',
  ],
  [
    'google_compute_region_backend_service',
    '-',
    'deleted',
    'availability',
    5,
    'the entry point is gone',
  ],
  [
    'google_compute_region_backend_service',
    'backend',
    'element-removed',
    'availability',
    3,
    'a backend leaves the load balancer',
  ],
  [
    'google_compute_region_backend_service',
    'backend.group',
    'changed',
    'routing',
    4,
    'traffic goes to other targets',
  ],
  [
    'google_compute_region_backend_service',
    'iap',
    'removed',
    'security',
    5,
    'requests reach the application without authentication',
  ],
  [
    'google_compute_security_policy_rule',
    '-',
    'deleted when action != allow',
    'security',
    4,
    'firewall rule is gone',
  ],
  [
    'google_compute_security_policy',
    'rule',
    'element-added when rule.action = allow',
    'security',
    3,
    'requests skip later rules',
  ],
  [
    'google_service_account_iam_member',
    'role',
    'matches gcp-impersonation-role',
    'security',
    5,
    'an identity may act as others',
  ],
  ['google_sql_database', '-', 'deleted', 'durability', 5, 'the database and its data are gone'],
  ...admission,
  ...machineMetadata,
  [
    'google_kms_key_ring_iam_binding',
    'members[]',
    'element-added matches public-principal',
    'security',
    5,
    'the public gains permissions',
  ],
  [
    'google_cloudfunctions2_function',
    'service_config.environment_variables',
    'changed or added',
    'security',
    3,
    'code reads other settings',
  ],
  [
    'google_cloudfunctions2_function',
    'service_config.service_account_email',
    'changed',
    'security',
    4,
    'the code has different permissions',
  ],
]);
