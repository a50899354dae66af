import type { AuditEvent } from '../../model/event.ts';
import type { Json } from '../../model/json.ts';
import { refTo, setEffect, unknownChange } from '../catalog/effects.ts';
import { refByArn } from '../catalog/naming.ts';
import { objectsAt, requireText, textAt } from '../catalog/request.ts';
import type { CatalogAttributes } from '../catalog/sources.ts';
import { bool, list, number, response, set, setMembers, textField } from '../catalog/sources.ts';
import type { DraftEffect, Estate } from '../catalog/types.ts';
import { aws } from './aws.ts';
import {
  functionName,
  functionParent,
  lambdaFunction,
  lambdaService,
  parseFunction,
} from './lambda-names.ts';

const type = 'aws_lambda_event_source_mapping';
const codeSigning = 'aws_lambda_code_signing_config';
const keys = [{ uuid: 'uuid' }];

const attributes: CatalogAttributes = {
  batch_size: number('batchSize'),
  bisect_batch_on_function_error: bool('bisectBatchOnFunctionError'),
  enabled: bool('enabled'),
  function_response_types: set('functionResponseTypes'),
  kms_key_arn: 'kmsKeyArn',
  maximum_batching_window_in_seconds: number('maximumBatchingWindowInSeconds'),
  maximum_record_age_in_seconds: number('maximumRecordAgeInSeconds'),
  maximum_retry_attempts: number('maximumRetryAttempts'),
  parallelization_factor: number('parallelizationFactor'),
  tumbling_window_in_seconds: number('tumblingWindowInSeconds'),
  'destination_config.0.on_failure.0.destination_arn': 'destinationConfig.onFailure.destination',
  'filter_criteria.0.filter': { from: filters, as: (value: Json) => value },
  'metrics_config.0.metrics': set('metricsConfig.metrics'),
  'provisioned_poller_config.0.maximum_pollers': number('provisionedPollerConfig.maximumPollers'),
  'provisioned_poller_config.0.minimum_pollers': number('provisionedPollerConfig.minimumPollers'),
  'scaling_config.0.maximum_concurrency': number('scalingConfig.maximumConcurrency'),
};

function filters({ request }: AuditEvent): Json | undefined {
  const found = objectsAt(request, 'filterCriteria.filters');
  if (found.length === 0) return undefined;
  return found.map((filter) => ({ pattern: requireText(filter, 'pattern') }));
}

function update(event: AuditEvent, estate: Estate): readonly DraftEffect[] {
  const ref = refTo(type, { uuid: requireText(event.request, 'uuid') });
  if (event.omitted.includes('request')) return [unknownChange(ref)];
  const given = textAt(event.request, 'functionName');
  const before = textAt(estate.find(ref)?.attributes, 'function_name');
  // Code has the name or the ARN of the function, and keeps its form if the function is the same.
  const moved =
    given !== undefined &&
    (before === undefined || parseFunction(before).name !== parseFunction(given).name);
  return [
    ...setMembers(event, ref, attributes),
    ...(moved ? [setEffect(ref, ['function_name'], given)] : []),
  ];
}

export const lambdaMappingEntries = aws(lambdaService, [
  {
    type: type,
    identity: keys,
    created: [{ uuid: response('uuid') }],
    fields: {
      event_source_arn: 'eventSourceArn',
      function_name: textField(functionName),
      queues: list('queues'),
      starting_position: 'startingPosition',
      topics: set('topics'),
      ...attributes,
    },
    defaults: { enabled: true },
    importId: response('uuid'),
    parent: functionParent,
    calls: {
      CreateEventSourceMapping: 'create',
      DeleteEventSourceMapping: 'delete',
      UpdateEventSourceMapping: { special: update },
    },
  },
  {
    type: lambdaFunction,
    also: [type, codeSigning],
    identity: refByArn('resource', {
      ':event-source-mapping:': type,
      ':code-signing-config:': codeSigning,
      '': lambdaFunction,
    }),
    calls: { TagResource: { tag: 'tags' }, UntagResource: { untag: 'tagKeys' } },
  },
]);
