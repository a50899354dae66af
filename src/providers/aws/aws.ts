import { tableEntries } from '../catalog/calls.ts';
import { type RequestType, requestReader } from '../catalog/request-table.ts';
import type { CatalogEntry } from '../catalog/types.ts';
import { ignores } from '../catalog/untabled.ts';

/** A type of AWS. Without `fields`, its calls say themselves what they change. */
export type AwsType = Omit<RequestType, 'service' | 'fields'> &
  Partial<Pick<RequestType, 'fields'>>;

/**
 * The catalog entries of one service: tables of its types, and calls that change nothing that
 * Terraform sees.
 *
 * @example
 * aws('kinesis.amazonaws.com', [
 *   {
 *     type: 'aws_kinesis_stream',
 *     identity: [{ name: 'streamName' }],
 *     fields: { shard_count: number('shardCount') },
 *     calls: {
 *       CreateStream: 'create',
 *       UpdateShardCount: { set: { shard_count: number('targetShardCount') } },
 *       StopStreamEncryption: { to: { encryption_type: 'NONE' } },
 *       DeleteStream: 'delete',
 *     },
 *   },
 *   { ignores: ['PutRecord'] },
 * ])
 */
export function aws(
  service: string,
  tables: readonly (AwsType | { readonly ignores: readonly string[] })[],
): readonly CatalogEntry[] {
  return tables.flatMap((table): readonly CatalogEntry[] =>
    'ignores' in table
      ? [ignores(service, table.ignores)]
      : tableEntries({ fields: {}, ...table, service }, requestReader),
  );
}
