import type { AuditEvent } from '../../../../src/model/event.ts';
import type { JsonObject } from '../../../../src/model/json.ts';
import { read } from '../read.ts';

export const account = '111122223333';

/** A record as CloudTrail writes it; `parts` replaces members, and undefined removes one. */
export function record(parts: Readonly<Record<string, unknown>> = {}): JsonObject {
  const whole = {
    eventVersion: '1.09',
    userIdentity: {
      type: 'IAMUser',
      principalId: 'AIDAEXAMPLE',
      arn: `arn:aws:iam::${account}:user/alice`,
      accountId: account,
      accessKeyId: 'AKIAEXAMPLE',
      userName: 'alice',
    },
    eventTime: '2026-03-01T10:00:00Z',
    eventSource: 'ec2.amazonaws.com',
    eventName: 'StopInstances',
    awsRegion: 'eu-central-1',
    sourceIPAddress: '203.0.113.9',
    userAgent: 'aws-cli/2.24.10',
    requestParameters: { instancesSet: { items: [{ instanceId: 'i-0abc' }] } },
    responseElements: null,
    requestID: 'a1b2',
    eventID: '6f1b2c3d-0000-4000-8000-000000000001',
    readOnly: false,
    eventType: 'AwsApiCall',
    managementEvent: true,
    recipientAccountId: account,
    eventCategory: 'Management',
    ...parts,
  };
  return JSON.parse(JSON.stringify(whole)) as JsonObject;
}

/** Records with different ids. */
export function records(count: number): readonly JsonObject[] {
  return Array.from({ length: count }, (_, i) =>
    record({ eventID: `6f1b2c3d-0000-4000-8000-${`${i}`.padStart(12, '0')}` }),
  );
}

/** The event of one record, which must be kept without a problem. */
export async function eventOf(parts: Readonly<Record<string, unknown>>): Promise<AuditEvent> {
  const { events, problems } = await read(JSON.stringify({ Records: [record(parts)] }));
  const [event] = events;
  if (event === undefined) throw new Error(`No event: ${JSON.stringify(problems)}`);
  return event;
}
