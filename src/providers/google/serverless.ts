import type { CatalogEntry } from '../catalog/types.ts';
import type { GoogleFields } from './fields.ts';
import { google } from './google.ts';

const probe: GoogleFields = {
  initial_delay_seconds: 'number',
  timeout_seconds: 'number',
  period_seconds: 'number',
  failure_threshold: 'number',
};

const container: GoogleFields = {
  image: 'text',
  name: 'text',
  args: 'list',
  command: 'list',
  working_dir: 'text',
  env: { members: { name: 'text', value: 'text' } },
  ports: { many: { name: 'text', container_port: 'number' } },
  resources: { one: { limits: 'map', cpu_idle: 'bool', startup_cpu_boost: 'bool' } },
  liveness_probe: { one: probe },
  startup_probe: { one: probe },
};

export const serverlessEntries: readonly CatalogEntry[] = [
  ...google('run.googleapis.com', [
    {
      type: 'google_cloud_run_v2_service',
      identity: {
        path: 'projects/{project}/locations/{location}/services/{name}',
        given: { name: 'serviceId' },
      },
      body: 'service',
      fields: {
        description: 'text',
        labels: 'labels',
        annotations: 'map',
        ingress: 'text',
        launch_stage: 'text',
        invoker_iam_disabled: 'bool',
        template: {
          one: {
            service_account: 'text',
            timeout: 'text',
            max_instance_request_concurrency: 'number',
            execution_environment: 'text',
            session_affinity: 'bool',
            containers: { many: container },
            scaling: { one: { min_instance_count: 'number', max_instance_count: 'number' } },
            vpc_access: { one: { connector: 'text', egress: 'text' } },
          },
        },
        traffic: { many: { type: 'text', revision: 'text', percent: 'number', tag: 'text' } },
      },
      defaults: { 'template.session_affinity': false },
      calls: {
        'Services.CreateService': 'create',
        'Services.UpdateService': 'patch',
        'Services.DeleteService': 'delete',
        'Services.ReplaceService': {
          set: {
            template: {
              one: {
                service_account: { as: 'text', from: 'spec.serviceAccountName' },
                max_instance_request_concurrency: {
                  as: 'number',
                  from: 'spec.containerConcurrency',
                },
                containers: {
                  many: {
                    image: 'text',
                    args: 'list',
                    command: 'list',
                    env: { members: { name: 'text', value: 'text' } },
                    resources: { one: { limits: 'map' } },
                  },
                  from: 'spec.containers',
                },
                scaling: {
                  one: {
                    min_instance_count: { as: 'number', from: 'autoscaling@knative@dev/minScale' },
                    max_instance_count: { as: 'number', from: 'autoscaling@knative@dev/maxScale' },
                  },
                  from: 'metadata.annotations',
                },
              },
              from: '',
            },
          },
          body: 'service.spec.template',
        },
      },
    },
  ]),
  ...google('cloudfunctions.googleapis.com', [
    {
      type: 'google_cloudfunctions2_function',
      identity: {
        path: 'projects/{project}/locations/{location}/functions/{name}',
        given: { name: 'functionId' },
      },
      body: 'function',
      fields: {
        description: 'text',
        labels: 'labels',
        kms_key_name: 'text',
        build_config: {
          one: {
            runtime: 'text',
            entry_point: 'text',
            environment_variables: 'map',
            worker_pool: 'text',
          },
        },
        service_config: {
          one: {
            timeout_seconds: 'number',
            available_memory: 'text',
            available_cpu: 'text',
            environment_variables: 'map',
            max_instance_count: 'number',
            min_instance_count: 'number',
            max_instance_request_concurrency: 'number',
            vpc_connector: 'text',
            vpc_connector_egress_settings: 'text',
            ingress_settings: 'text',
            service_account_email: 'text',
            all_traffic_on_latest_revision: 'bool',
          },
        },
      },
      calls: {
        'FunctionService.CreateFunction': 'create',
        'FunctionService.UpdateFunction': 'patch',
        'FunctionService.DeleteFunction': 'delete',
      },
    },
  ]),
  ...google('artifactregistry.googleapis.com', [
    {
      type: 'google_artifact_registry_repository',
      identity: {
        path: 'projects/{project}/locations/{location}/repositories/{repository_id}',
        given: { repository_id: 'repositoryId' },
      },
      body: 'repository',
      fields: {
        description: 'text',
        format: 'text',
        labels: 'labels',
        kms_key_name: 'text',
        mode: 'text',
        cleanup_policy_dry_run: 'bool',
        docker_config: { one: { immutable_tags: 'bool' }, whole: true },
      },
      defaults: { mode: 'STANDARD_REPOSITORY' },
      calls: {
        'ArtifactRegistry.CreateRepository': 'create',
        'ArtifactRegistry.UpdateRepository': 'patch',
        'ArtifactRegistry.DeleteRepository': 'delete',
      },
    },
  ]),
];
