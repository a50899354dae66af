import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import { isJsonArray, type Json } from '../../model/json.ts';
import { arnIn, nameInArn } from '../catalog/arn.ts';
import { localRef } from '../catalog/naming.ts';
import { requireText, textAt } from '../catalog/request.ts';
import { number, textField, via } from '../catalog/sources.ts';
import type { Estate } from '../catalog/types.ts';
import { aws } from './aws.ts';

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

/** API reference of Kinesis, DisableEnhancedMonitoring: `ALL` disables every metric. */
const metrics = [
  'ALL',
  'IncomingBytes',
  'IncomingRecords',
  'IteratorAgeMilliseconds',
  'OutgoingBytes',
  'OutgoingRecords',
  'ReadProvisionedThroughputExceeded',
  'WriteProvisionedThroughputExceeded',
];

function withAllMetrics(value: Json): Json {
  return isJsonArray(value) && value.includes('ALL') ? metrics : value;
}

const retention = { retention_period: number('retentionPeriodHours') };

export const kinesisEntries = aws('kinesis.amazonaws.com', [
  {
    type: stream,
    identity: streamRef,
    fields: {
      name: 'streamName',
      shard_count: number('shardCount'),
      'stream_mode_details.0.stream_mode': 'streamModeDetails.streamMode',
    },
    tags: 'tags',
    importId: 'streamName',
    calls: {
      CreateStream: 'create',
      DeleteStream: 'delete',
      IncreaseStreamRetentionPeriod: { set: retention },
      DecreaseStreamRetentionPeriod: { set: retention },
      UpdateShardCount: { set: { shard_count: number('targetShardCount') } },
      UpdateStreamMode: {
        set: { 'stream_mode_details.0.stream_mode': 'streamModeDetails.streamMode' },
      },
      StartStreamEncryption: {
        set: { encryption_type: textField('encryptionType'), kms_key_id: 'keyId' },
      },
      StopStreamEncryption: { to: { encryption_type: 'NONE', kms_key_id: null } },
      EnableEnhancedMonitoring: { add: { shard_level_metrics: 'shardLevelMetrics' } },
      DisableEnhancedMonitoring: {
        remove: { shard_level_metrics: via('shardLevelMetrics', withAllMetrics) },
      },
      AddTagsToStream: { tag: 'tags' },
      RemoveTagsFromStream: { untag: 'tagKeys' },
    },
  },
  { ignores: ['MergeShards', 'PutRecord', 'PutRecords', 'SplitShard'] },
]);
