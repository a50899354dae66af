import type { CloudWatchLogs } from '@aws-sdk/client-cloudwatch-logs';

/** Sets the retention of log groups, one after the other. */
export async function keepLogs(
  logs: CloudWatchLogs,
  days: number,
  ...groups: readonly string[]
): Promise<void> {
  for (const logGroupName of groups) {
    await logs.putRetentionPolicy({ logGroupName, retentionInDays: days });
  }
}
