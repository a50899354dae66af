import type { HistoryEvent } from './servers/cloudtrail.ts';

/** A mutating CloudTrail record; `more` overrides its members. */
export function trailRecord(
  id: string,
  time: number,
  more: Readonly<Record<string, unknown>> = {},
) {
  return {
    eventVersion: '1.11',
    userIdentity: {
      type: 'IAMUser',
      arn: 'arn:aws:iam::123456789012:user/maria',
      accountId: '123456789012',
      userName: 'maria',
    },
    eventTime: `${new Date(time).toISOString().slice(0, 19)}Z`,
    eventSource: 'sqs.amazonaws.com',
    eventName: 'SetQueueAttributes',
    awsRegion: 'us-east-1',
    sourceIPAddress: '198.51.100.7',
    userAgent: 'aws-cli/2.27',
    requestParameters: {
      queueUrl: 'https://sqs.us-east-1.amazonaws.com/123456789012/jobs',
      attributes: { VisibilityTimeout: '60' },
    },
    responseElements: null,
    eventID: id,
    readOnly: false,
    eventType: 'AwsApiCall',
    managementEvent: true,
    recipientAccountId: '123456789012',
    eventCategory: 'Management',
    ...more,
  };
}

/** A UUID made from a number, so that failures show which record they are about. */
export function idOf(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

/** `count` events, one per minute, the first at `start` (milliseconds). */
export function history(count: number, start: number): readonly HistoryEvent[] {
  return Array.from({ length: count }, (_, i) => {
    const time = start + i * 60_000;
    return { id: idOf(i), time, record: trailRecord(idOf(i), time) };
  });
}
