import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClients } from '../recorder/clients.ts';
import type { PersonaName } from '../recorder/personas.ts';
import { createRecorder } from '../recorder/recorder.ts';

/** Writes records that the log of every account is full of. No call is made. */
export async function writeNoise(events: string): Promise<void> {
  const recorder = createRecorder('noise', '2025-03-04T07:30:00Z');
  const as = (persona: PersonaName) =>
    createClients({
      endpoint: 'http://127.0.0.1:1',
      recorder,
      persona,
      answer: { kind: 'done', output: {} },
    });
  const console = as('console human');
  await console.ec2.describeInstances({});
  await console.ec2.describeSecurityGroups({ Filters: [{ Name: 'vpc-id', Values: ['vpc-0'] }] });
  await console.s3.listBuckets({});
  await console.cloudwatch.describeAlarms({ MaxRecords: 100 });
  const agent = as('ssm agent');
  await agent.ssm.getParameters({ Names: ['/storefront/feature-flags'], WithDecryption: true });
  const deploy = as('terraform');
  await deploy.sts.getCallerIdentity({});
  await deploy.iam.getRole({ RoleName: 'storefront-web' });
  await as('github actions').sts.assumeRole({
    RoleArn: 'arn:aws:iam::123456789012:role/terraform-deploy',
    RoleSessionName: 'deploy',
  });
  const signIn = {
    eventVersion: '1.08',
    userIdentity: { type: 'IAMUser', userName: 'bob', accountId: '123456789012' },
    eventTime: '2025-03-04T07:29:51Z',
    eventSource: 'signin.amazonaws.com',
    eventName: 'ConsoleLogin',
    awsRegion: 'us-east-1',
    sourceIPAddress: '203.0.113.57',
    userAgent: 'Mozilla/5.0',
    requestParameters: null,
    responseElements: { ConsoleLogin: 'Success' },
    eventID: '00000000-0000-4000-8000-000000000001',
    eventType: 'AwsConsoleSignIn',
    recipientAccountId: '123456789012',
  };
  writeFileSync(
    join(events, 'noise.json'),
    JSON.stringify({ Records: [signIn, ...recorder.records] }),
  );
}
