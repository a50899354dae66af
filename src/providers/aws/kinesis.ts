import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import type { Json } from '../../model/json.ts';
import { arnIn, nameInArn } from '../catalog/arn.ts';
import {
  creates,
  deletes,
  ignores,
  number,
  tagging,
  textField,
  updates,
} from '../catalog/define.ts';
import { addEffect, removeEffect, setEffect } from '../catalog/effects.ts';
import { localRef } from '../catalog/naming.ts';
import { itemsAt, requireText, scalar, textAt } from '../catalog/request.ts';
import type { CatalogEntry, DraftEffect, Estate } from '../catalog/types.ts';

const service = 'kinesis.amazonaws.com';
const stream = 'aws_kinesis_stream';

/** Newer calls give the ARN instead of the name, or both. */
function streamRef(event: AuditEvent, estate: Estate): ResourceRef {
  const arn = textAt(event.request, 'streamARN');
  const name = textAt(event.request, 'streamName') ?? (arn && nameInArn(arn));
  const known = name ?? requireText(event.request, 'streamName');
  return localRef(
    event,
    estate,
    stream,
    { name: known },
    arn ?? arnIn(event, 'kinesis', `stream/${known}`),
  );
}

const keys = streamRef;
const retention = { retention_period: number('retentionPeriodHours') };

/** What the request lists joins or leaves the set; `ALL` is every metric, which nobody lists. */
function metrics(make: (ref: ResourceRef, metric: Json) => DraftEffect) {
  return (event: AuditEvent, estate: Estate): readonly DraftEffect[] =>
    itemsAt(event.request, 'shardLevelMetrics')
      .flatMap((metric) => scalar(metric) ?? [])
      .map((metric) => make(streamRef(event, estate), metric));
}

export const kinesisEntries: readonly CatalogEntry[] = [
  creates({
    service,
    operations: ['CreateStream'],
    type: stream,
    keys,
    attributes: {
      name: 'streamName',
      shard_count: number('shardCount'),
      'stream_mode_details.0.stream_mode': 'streamModeDetails.streamMode',
    },
    tags: 'tags',
    importId: 'streamName',
  }),
  deletes({ service, operations: ['DeleteStream'], type: stream, keys }),
  updates({
    service,
    operations: ['IncreaseStreamRetentionPeriod', 'DecreaseStreamRetentionPeriod'],
    type: stream,
    keys,
    attributes: retention,
  }),
  updates({
    service,
    operations: ['UpdateShardCount'],
    type: stream,
    keys,
    attributes: { shard_count: number('targetShardCount') },
  }),
  updates({
    service,
    operations: ['UpdateStreamMode'],
    type: stream,
    keys,
    attributes: { 'stream_mode_details.0.stream_mode': 'streamModeDetails.streamMode' },
  }),
  updates({
    service,
    operations: ['StartStreamEncryption'],
    type: stream,
    keys,
    attributes: { encryption_type: textField('encryptionType'), kms_key_id: 'keyId' },
  }),
  {
    service,
    operations: ['StopStreamEncryption'],
    types: [stream],
    effects: (event, estate) => {
      const ref = streamRef(event, estate);
      return [setEffect(ref, ['encryption_type'], 'NONE'), setEffect(ref, ['kms_key_id'], null)];
    },
  },
  {
    service,
    operations: ['EnableEnhancedMonitoring'],
    types: [stream],
    effects: metrics((ref, metric) => addEffect(ref, ['shard_level_metrics'], metric)),
  },
  {
    service,
    operations: ['DisableEnhancedMonitoring'],
    types: [stream],
    effects: metrics((ref, metric) => removeEffect(ref, ['shard_level_metrics'], metric)),
  },
  ...tagging({
    service,
    tag: ['AddTagsToStream'],
    untag: ['RemoveTagsFromStream'],
    types: [stream],
    tags: 'tags',
    tagKeys: 'tagKeys',
    resource: streamRef,
  }),
  ignores(service, ['MergeShards', 'PutRecord', 'PutRecords', 'SplitShard']),
];
