import type { CatalogEntry } from '../catalog/types.ts';
import { google } from './google.ts';

export const messagingEntries: readonly CatalogEntry[] = [
  ...google('pubsub.googleapis.com', [
    {
      type: 'google_pubsub_topic',
      identity: { path: 'projects/{project}/topics/{name}' },
      body: 'topic',
      fields: {
        labels: 'labels',
        kms_key_name: 'text',
        message_retention_duration: 'text',
        message_storage_policy: { one: { allowed_persistence_regions: 'set' } },
        schema_settings: { one: { schema: 'text', encoding: 'text' } },
      },
      calls: {
        'Publisher.CreateTopic': 'create',
        'Publisher.UpdateTopic': 'patch',
        'Publisher.DeleteTopic': 'delete',
      },
    },
    {
      type: 'google_pubsub_subscription',
      identity: { path: 'projects/{project}/subscriptions/{name}' },
      body: 'subscription',
      fields: {
        topic: 'text',
        labels: 'labels',
        ack_deadline_seconds: 'number',
        enable_exactly_once_delivery: 'bool',
        enable_message_ordering: 'bool',
        filter: 'text',
        message_retention_duration: 'text',
        retain_acked_messages: 'bool',
        expiration_policy: { one: { ttl: 'text' } },
        retry_policy: { one: { minimum_backoff: 'text', maximum_backoff: 'text' } },
        dead_letter_policy: { one: { dead_letter_topic: 'text', max_delivery_attempts: 'number' } },
        push_config: {
          one: {
            push_endpoint: 'text',
            attributes: 'map',
            oidc_token: { one: { service_account_email: 'text', audience: 'text' } },
          },
        },
      },
      defaults: {
        ack_deadline_seconds: 10,
        message_retention_duration: '604800s',
        'expiration_policy.ttl': '2678400s',
        enable_exactly_once_delivery: false,
        enable_message_ordering: false,
        retain_acked_messages: false,
      },
      parent: [{ type: 'google_pubsub_topic', link: 'topic' }],
      calls: {
        'Subscriber.CreateSubscription': 'create',
        'Subscriber.UpdateSubscription': 'patch',
        'Subscriber.DeleteSubscription': 'delete',
        'Subscriber.ModifyPushConfig': { set: { push_config: { one: { push_endpoint: 'text' } } } },
      },
    },
  ]),
  ...google('cloudscheduler.googleapis.com', [
    {
      type: 'google_cloud_scheduler_job',
      identity: { path: 'projects/{project}/locations/{region}/jobs/{name}' },
      body: 'job',
      fields: {
        description: 'text',
        schedule: 'text',
        time_zone: 'text',
        attempt_deadline: 'text',
        pubsub_target: { one: { topic_name: 'text', data: 'text', attributes: 'map' } },
        http_target: {
          one: {
            uri: 'text',
            http_method: 'text',
            body: 'text',
            oidc_token: { one: { service_account_email: 'text', audience: 'text' } },
            oauth_token: { one: { service_account_email: 'text', scope: 'text' } },
          },
        },
        retry_config: {
          one: {
            retry_count: 'number',
            max_retry_duration: 'text',
            min_backoff_duration: 'text',
            max_backoff_duration: 'text',
            max_doublings: 'number',
          },
        },
      },
      defaults: { time_zone: 'Etc/UTC' },
      parent: [{ type: 'google_pubsub_topic', link: 'pubsubTarget.topicName' }],
      calls: {
        'CloudScheduler.CreateJob': 'create',
        'CloudScheduler.UpdateJob': 'patch',
        'CloudScheduler.DeleteJob': 'delete',
      },
    },
  ]),
];
