import type { CatalogAttributes } from '../catalog/sources.ts';
import { bool, inverse, number, textField, via } from '../catalog/sources.ts';
import { toDuration, toEnabled, toSpelling } from './convert.ts';
import type { AzureType } from './spec.ts';
import { ancestorId, azureIdentity, nested, tracked } from './spec.ts';

const sku = toSpelling('Basic', 'Standard', 'Premium');

const namespaceAttributes: CatalogAttributes = {
  ...azureIdentity,
  capacity: number('sku.capacity'),
  minimum_tls_version: textField('properties.minimumTlsVersion'),
  public_network_access_enabled: via('properties.publicNetworkAccess', toEnabled),
  sku: via('sku.name', sku),
};

const entity: CatalogAttributes = {
  auto_delete_on_idle: via('properties.autoDeleteOnIdle', toDuration),
  batched_operations_enabled: bool('properties.enableBatchedOperations'),
  default_message_ttl: via('properties.defaultMessageTimeToLive', toDuration),
  duplicate_detection_history_time_window: via(
    'properties.duplicateDetectionHistoryTimeWindow',
    toDuration,
  ),
  express_enabled: bool('properties.enableExpress'),
  max_size_in_megabytes: number('properties.maxSizeInMegabytes'),
  partitioning_enabled: bool('properties.enablePartitioning'),
  requires_duplicate_detection: bool('properties.requiresDuplicateDetection'),
  status: textField('properties.status'),
};

const entityDefaults = {
  batched_operations_enabled: true,
  duplicate_detection_history_time_window: 'PT10M',
  express_enabled: false,
  partitioning_enabled: false,
  requires_duplicate_detection: false,
  status: 'Active',
};

const serviceBus: readonly AzureType[] = [
  tracked({
    arm: 'Microsoft.ServiceBus/namespaces',
    type: 'azurerm_servicebus_namespace',
    fields: {
      ...namespaceAttributes,
      premium_messaging_partitions: number('properties.premiumMessagingPartitions'),
    },
    defaults: { capacity: 0, minimum_tls_version: '1.2', public_network_access_enabled: true },
  }),
  nested({
    arm: 'Microsoft.ServiceBus/namespaces/queues',
    type: 'azurerm_servicebus_queue',
    named: { namespace_id: ancestorId('namespaces') },
    fields: {
      ...entity,
      dead_lettering_on_message_expiration: bool('properties.deadLetteringOnMessageExpiration'),
      forward_dead_lettered_messages_to: textField('properties.forwardDeadLetteredMessagesTo'),
      forward_to: textField('properties.forwardTo'),
      lock_duration: via('properties.lockDuration', toDuration),
      max_delivery_count: number('properties.maxDeliveryCount'),
      requires_session: bool('properties.requiresSession'),
    },
    defaults: {
      ...entityDefaults,
      dead_lettering_on_message_expiration: false,
      lock_duration: 'PT1M',
      max_delivery_count: 10,
      requires_session: false,
    },
  }),
  nested({
    arm: 'Microsoft.ServiceBus/namespaces/topics',
    type: 'azurerm_servicebus_topic',
    named: { namespace_id: ancestorId('namespaces') },
    fields: { ...entity, support_ordering: bool('properties.supportOrdering') },
    defaults: { ...entityDefaults, support_ordering: false },
  }),
  nested({
    arm: 'Microsoft.ServiceBus/namespaces/topics/subscriptions',
    type: 'azurerm_servicebus_subscription',
    named: { topic_id: ancestorId('topics') },
    fields: {
      dead_lettering_on_message_expiration: bool('properties.deadLetteringOnMessageExpiration'),
      default_message_ttl: via('properties.defaultMessageTimeToLive', toDuration),
      lock_duration: via('properties.lockDuration', toDuration),
      max_delivery_count: number('properties.maxDeliveryCount'),
      requires_session: bool('properties.requiresSession'),
    },
    defaults: {
      dead_lettering_on_message_expiration: false,
      lock_duration: 'PT1M',
      requires_session: false,
    },
  }),
];

const eventHubs: readonly AzureType[] = [
  tracked({
    arm: 'Microsoft.EventHub/namespaces',
    type: 'azurerm_eventhub_namespace',
    fields: {
      ...namespaceAttributes,
      auto_inflate_enabled: bool('properties.isAutoInflateEnabled'),
      local_authentication_enabled: inverse('properties.disableLocalAuth'),
      maximum_throughput_units: number('properties.maximumThroughputUnits'),
    },
    defaults: {
      auto_inflate_enabled: false,
      capacity: 1,
      local_authentication_enabled: true,
      maximum_throughput_units: 0,
      minimum_tls_version: '1.2',
      public_network_access_enabled: true,
    },
  }),
  nested({
    arm: 'Microsoft.EventHub/namespaces/eventhubs',
    type: 'azurerm_eventhub',
    named: { namespace_id: ancestorId('namespaces') },
    fields: {
      message_retention: number('properties.messageRetentionInDays'),
      partition_count: number('properties.partitionCount'),
      status: textField('properties.status'),
    },
    defaults: { status: 'Active' },
  }),
  nested({
    arm: 'Microsoft.EventHub/namespaces/eventhubs/consumergroups',
    type: 'azurerm_eventhub_consumer_group',
    named: {
      eventhub_name: (id) => ancestorId('eventhubs')(id)?.split('/').at(-1),
      namespace_name: (id) => ancestorId('namespaces')(id)?.split('/').at(-1),
      resource_group_name: (id) => ancestorId('resourceGroups')(id)?.split('/').at(-1),
    },
    fields: { user_metadata: textField('properties.userMetadata') },
  }),
];

export const messagingTypes: readonly AzureType[] = [...serviceBus, ...eventHubs];
