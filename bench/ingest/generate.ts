import { closeSync, openSync, writeSync } from 'node:fs';

const account = '111122223333';
const role = {
  type: 'AssumedRole',
  principalId: 'AROAEXAMPLE:alice@example.com',
  arn: `arn:aws:sts::${account}:assumed-role/AWSReservedSSO_PowerUser_0123456789abcdef/alice@example.com`,
  accountId: account,
  accessKeyId: 'ASIAEXAMPLEEXAMPLE00',
  sessionContext: {
    sessionIssuer: {
      type: 'Role',
      principalId: 'AROAEXAMPLE',
      arn: `arn:aws:iam::${account}:role/aws-reserved/sso.amazonaws.com/AWSReservedSSO_PowerUser_0123456789abcdef`,
      accountId: account,
      userName: 'AWSReservedSSO_PowerUser_0123456789abcdef',
    },
    webIdFederationData: {},
    attributes: { creationDate: '2026-03-01T08:12:40Z', mfaAuthenticated: 'false' },
  },
};

/** One in this many records mutates; the others read, as in real trails. */
const readsPerChange = 7;

function recordAt(index: number): string {
  const mutates = index % readsPerChange === 0;
  const instanceId = `i-${index.toString(16).padStart(17, '0')}`;
  return JSON.stringify({
    eventVersion: '1.09',
    userIdentity: role,
    eventTime: new Date(Date.UTC(2026, 2, 1) + index * 100).toISOString().replace(/\.\d+/, ''),
    eventSource: 'ec2.amazonaws.com',
    eventName: mutates ? 'ModifyInstanceAttribute' : 'DescribeInstances',
    awsRegion: 'eu-central-1',
    sourceIPAddress: '203.0.113.9',
    userAgent:
      'aws-cli/2.24.10 md/awscrt#0.23.8 ua/2.0 os/linux#6.8 md/command#ec2.describe-instances',
    requestParameters: mutates
      ? { instanceId, attribute: 'userData', value: '<sensitiveDataRemoved>' }
      : { instancesSet: { items: [{ instanceId }] }, filterSet: { note: 'a "quoted" path\\' } },
    responseElements: mutates ? { _return: true, requestId: instanceId } : null,
    requestID: `5d2e9a34-0000-4000-8000-${index.toString(16).padStart(12, '0')}`,
    eventID: `6f1b2c3d-0000-4000-8000-${index.toString(16).padStart(12, '0')}`,
    readOnly: !mutates,
    eventType: 'AwsApiCall',
    managementEvent: true,
    recipientAccountId: account,
    eventCategory: 'Management',
    tlsDetails: {
      tlsVersion: 'TLSv1.3',
      cipherSuite: 'TLS_AES_128_GCM_SHA256',
      clientProvidedHostHeader: 'ec2.eu-central-1.amazonaws.com',
    },
  });
}

export interface Generated {
  readonly records: number;
  readonly mutating: number;
  readonly bytes: number;
}

/** Writes a CloudTrail log on a single line, with at least the requested size. */
export function generateLog(path: string, bytes: number): Generated {
  const file = openSync(path, 'w');
  let written = writeSync(file, '{"Records":[');
  let records = 0;
  while (written < bytes) {
    const batch = Array.from({ length: 500 }, () => {
      const comma = records === 0 ? '' : ',';
      return `${comma}${recordAt(records++)}`;
    });
    written += writeSync(file, batch.join(''));
  }
  written += writeSync(file, ']}');
  closeSync(file);
  return { records, mutating: Math.ceil(records / readsPerChange), bytes: written };
}
