import type { CloudWatchLogs } from '@aws-sdk/client-cloudwatch-logs';

/** Sets how long log groups are kept, one after the other. */
export async function keepLogs(
  logs: CloudWatchLogs,
  days: number,
  ...groups: readonly string[]
): Promise<void> {
  for (const logGroupName of groups) {
    await logs.putRetentionPolicy({ logGroupName, retentionInDays: days });
  }
}
