import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

type Fields = Readonly<Record<string, unknown>>;

const account = '123456789012';

/** An IAM user: an identity that CloudTrail itself vouches for. */
export const ben: Fields = {
  userIdentity: {
    type: 'IAMUser',
    principalId: 'AIDAEXAMPLEBEN',
    arn: `arn:aws:iam::${account}:user/ben`,
    accountId: account,
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    userName: 'ben',
  },
  sourceIPAddress: '198.51.100.61',
  userAgent: 'aws-cli/2.31.4 md/command#lambda.update-function-configuration',
};

/** A person signed in through SSO, with the given session name. */
export function person(session: string, userAgent = 'Mozilla/5.0'): Fields {
  const role = 'AWSReservedSSO_OnCall_4f2a9b81c07d';
  return {
    userIdentity: {
      type: 'AssumedRole',
      principalId: `AROAEXAMPLE:${session}`,
      arn: `arn:aws:sts::${account}:assumed-role/${role}/${session}`,
      accountId: account,
      sessionContext: {
        sessionIssuer: {
          type: 'Role',
          principalId: 'AROAEXAMPLE',
          arn: `arn:aws:iam::${account}:role/aws-reserved/sso.amazonaws.com/${role}`,
          accountId: account,
          userName: role,
        },
      },
    },
    sourceIPAddress: '198.51.100.23',
    userAgent,
    sessionCredentialFromConsole: 'true',
  };
}

/** A complete record of a change, around the parts that a test is about. */
export function record(
  id: string,
  service: string,
  eventName: string,
  requestParameters: unknown,
  more: Fields = ben,
): Fields {
  return {
    eventVersion: '1.11',
    eventTime: '2026-03-14T03:00:00Z',
    eventSource: `${service}.amazonaws.com`,
    eventName,
    awsRegion: 'us-east-1',
    requestParameters,
    responseElements: null,
    requestID: `r-${id}`,
    eventID: id,
    readOnly: false,
    eventType: 'AwsApiCall',
    managementEvent: true,
    recipientAccountId: account,
    eventCategory: 'Management',
    ...more,
  };
}

/** A change of the memory of a function of the demo. */
export function memoryChange(id: string, memorySize: number, more: Fields = ben): Fields {
  const functionName = 'storefront-prod-checkout';
  const name = 'UpdateFunctionConfiguration20150331v2';
  return record(id, 'lambda', name, { functionName, memorySize }, more);
}

/** A log file with these records; returns its path. */
export function writeLog(folder: string, records: readonly unknown[], name = 'log.json'): string {
  return put(folder, name, JSON.stringify({ Records: records }));
}

export function put(folder: string, name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}
