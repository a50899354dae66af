import { entriesOf } from '../catalog/calls.ts';
import { type RequestType, requestReader } from '../catalog/request-table.ts';
import type { CatalogEntry } from '../catalog/types.ts';

/**
 * The catalog entries of a type.
 *
 * @example
 * aws({
 *   service: 'kinesis.amazonaws.com',
 *   type: 'aws_kinesis_stream',
 *   identity: [{ name: 'streamName' }],
 *   fields: { shard_count: number('shardCount') },
 *   calls: {
 *     CreateStream: 'create',
 *     UpdateShardCount: { set: { shard_count: number('targetShardCount') } },
 *     StopStreamEncryption: { to: { encryption_type: 'NONE' } },
 *     DeleteStream: 'delete',
 *   },
 * })
 */
export function aws(spec: RequestType): readonly CatalogEntry[] {
  return entriesOf(spec, requestReader);
}
