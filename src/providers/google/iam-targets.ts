/** A resource with an IAM policy, and the Terraform types that manage the policy. */
export interface IamTarget {
  /** `google_storage_bucket` in `google_storage_bucket_iam_member`. */
  readonly stem: string;
  /** The path of the resource's name, whose variables are arguments of the types. */
  readonly path: string;
  /** Arguments composed of the variables, if these are not arguments themselves. */
  readonly attributes?: Readonly<Record<string, string>>;
  /** The resource's part of an import id. */
  readonly importId: string;
  /** The beginning of ids in the state, if it differs from the import id. */
  readonly id?: string;
  /** True if it also applies when the log names the resource without its collection. */
  readonly isPlain?: true;
  /** The ref of the resource itself: attribute -> value. */
  readonly whole: { readonly type: string; readonly key: Readonly<Record<string, string>> };
}

interface IamService {
  readonly service: string;
  readonly operations: readonly string[];
  readonly targets: readonly IamTarget[];
}

function plain(stem: string, path: string, attributes?: IamTarget['attributes']): IamTarget {
  const whole = { type: stem, key: { id: path } };
  return { stem, path, importId: path, whole, ...(attributes === undefined ? {} : { attributes }) };
}

const common = ['SetIamPolicy', 'IAMPolicy.SetIamPolicy'];
const ring = 'projects/{project}/locations/{location}/keyRings/{ring}';
const subnetwork = 'projects/{project}/regions/{region}/subnetworks/{subnetwork}';
const instance = 'projects/{project}/zones/{zone}/instances/{instance_name}';

export const iamServices: readonly IamService[] = [
  {
    service: 'cloudresourcemanager.googleapis.com',
    operations: [
      'SetIamPolicy',
      'Projects.SetIamPolicy',
      'Folders.SetIamPolicy',
      'Organizations.SetIamPolicy',
    ],
    targets: [
      {
        ...plain('google_folder', 'folders/{folder}', { folder: 'folders/{folder}' }),
        whole: { type: 'google_folder', key: { name: 'folders/{folder}' } },
      },
      {
        ...plain('google_organization', 'organizations/{org_id}'),
        importId: '{org_id}',
      },
      {
        isPlain: true,
        stem: 'google_project',
        path: 'projects/{project}',
        importId: '{project}',
        whole: { type: 'google_project', key: { project_id: '{project}' } },
      },
    ],
  },
  {
    service: 'storage.googleapis.com',
    operations: ['setIamPermissions', 'buckets.setIamPolicy'],
    targets: [
      {
        stem: 'google_storage_bucket',
        path: 'projects/_/buckets/{bucket}',
        importId: 'b/{bucket}',
        whole: { type: 'google_storage_bucket', key: { name: '{bucket}' } },
      },
    ],
  },
  {
    service: 'pubsub.googleapis.com',
    operations: common,
    targets: [
      plain('google_pubsub_topic', 'projects/{project}/topics/{topic}'),
      plain('google_pubsub_subscription', 'projects/{project}/subscriptions/{subscription}'),
    ],
  },
  {
    service: 'run.googleapis.com',
    operations: ['Services.SetIamPolicy'],
    targets: [
      plain(
        'google_cloud_run_v2_service',
        'projects/{project}/locations/{location}/services/{name}',
      ),
    ],
  },
  {
    service: 'cloudfunctions.googleapis.com',
    operations: [...common, 'FunctionService.SetIamPolicy'],
    targets: [
      plain(
        'google_cloudfunctions2_function',
        'projects/{project}/locations/{location}/functions/{cloud_function}',
      ),
    ],
  },
  {
    service: 'secretmanager.googleapis.com',
    operations: [...common, 'SecretManagerService.SetIamPolicy'],
    targets: [plain('google_secret_manager_secret', 'projects/{project}/secrets/{secret_id}')],
  },
  {
    service: 'cloudkms.googleapis.com',
    operations: common,
    targets: [
      plain('google_kms_crypto_key', `${ring}/cryptoKeys/{key}`, {
        crypto_key_id: `${ring}/cryptoKeys/{key}`,
      }),
      plain('google_kms_key_ring', ring, { key_ring_id: ring }),
    ],
  },
  {
    service: 'artifactregistry.googleapis.com',
    operations: [...common, 'ArtifactRegistry.SetIamPolicy'],
    targets: [
      plain(
        'google_artifact_registry_repository',
        'projects/{project}/locations/{location}/repositories/{repository}',
      ),
    ],
  },
  {
    service: 'iam.googleapis.com',
    operations: ['SetIamPolicy'],
    targets: [
      plain('google_service_account', 'projects/{project}/serviceAccounts/{account}', {
        service_account_id: 'projects/{project}/serviceAccounts/{account}',
      }),
    ],
  },
  {
    service: 'bigquery.googleapis.com',
    operations: [...common, 'TableService.SetIamPolicy', 'DatasetService.SetIamPolicy'],
    targets: [
      plain('google_bigquery_table', 'projects/{project}/datasets/{dataset_id}/tables/{table_id}'),
      plain('google_bigquery_dataset', 'projects/{project}/datasets/{dataset_id}'),
    ],
  },
  {
    service: 'compute.googleapis.com',
    operations: ['subnetworks.setIamPolicy', 'instances.setIamPolicy'],
    targets: [
      plain('google_compute_subnetwork', subnetwork),
      plain('google_compute_instance', instance),
    ],
  },
];
