import { describe, expect, it } from 'vitest';
import type { AuditEvent, Caller } from '../../../../src/model/event.ts';
import { isBalanced } from '../gather.ts';
import { read } from '../read.ts';
import { account, eventOf, record } from './records.ts';

async function dropped(parts: Readonly<Record<string, unknown>>): Promise<unknown> {
  const result = await read(JSON.stringify(record(parts)));
  expect(isBalanced(result)).toBe(true);
  expect(result.problems).toEqual([]);
  return result.counts.dropped;
}

describe('fields of the event', () => {
  it.each<[string, Readonly<Record<string, unknown>>, Partial<AuditEvent>]>([
    ['a text as readOnly', { readOnly: 'false' }, { operation: 'StopInstances' }],
    ['no readOnly', { readOnly: undefined }, { operation: 'StopInstances' }],
    ['an early version', { eventVersion: '1.02' }, { outcome: 'success' }],
    ['a version with two digits', { eventVersion: '1.10' }, { outcome: 'success' }],
    ['a version as a number', { eventVersion: 1.11 }, { outcome: 'success' }],
    ['no version', { eventVersion: undefined }, { outcome: 'success' }],
    [
      'a blank behind the name',
      { eventName: 'SendSSHPublicKey ' },
      { operation: 'SendSSHPublicKey' },
    ],
    [
      'an operation in lower case',
      { eventName: 'updateDomainContact' },
      { operation: 'UpdateDomainContact' },
    ],
    [
      'a region nobody heard of',
      { awsRegion: 'apiso-northsouth-3r' },
      { region: 'apiso-northsouth-3r' },
    ],
    [
      'a service of the China partition',
      { eventSource: 'ec2.amazonaws.com.cn' },
      { service: 'ec2.amazonaws.com' },
    ],
    [
      'a time with an offset',
      { eventTime: '2026-03-01T12:00:00+02:00' },
      { time: '2026-03-01T10:00:00Z' },
    ],
    [
      'a time with fractions',
      { eventTime: '2026-03-01T10:00:00.750Z' },
      { time: '2026-03-01T10:00:00Z' },
    ],
    [
      'a time without a zone',
      { eventTime: '2026-03-01T10:00:00' },
      { time: '2026-03-01T10:00:00Z' },
    ],
    ['no recipient', { recipientAccountId: undefined }, { scope: account }],
    ['another recipient', { recipientAccountId: '444455556666' }, { scope: '444455556666' }],
    ['a shared id', { sharedEventID: 'b7' }, { sharedId: 'b7' }],
    [
      'an addendum',
      { addendum: { reason: 'UPDATED_DATA', originalEventID: 'e7' } },
      { corrects: 'e7' },
    ],
    ['a late delivery', { addendum: { reason: 'DELIVERY_DELAY' } }, { omitted: [] }],
    ['a null request', { requestParameters: null }, { request: {}, omitted: [] }],
    ['no request', { requestParameters: undefined }, { request: {}, omitted: [] }],
    ['the text null as request', { requestParameters: 'null' }, { request: {}, omitted: [] }],
    ['a request in a text', { requestParameters: '{"a":1}' }, { request: { a: 1 }, omitted: [] }],
    ['a text as request', { requestParameters: 'x' }, { request: {}, omitted: ['request'] }],
    [
      'a deep bomb in a text',
      { requestParameters: `{"a":${'['.repeat(50_000)}` },
      { request: {}, omitted: ['request'] },
    ],
    [
      'an oversize request',
      {
        requestParameters: {
          reason: 'requestParameters too large',
          omitted: true,
          originalSize: 149_893,
        },
      },
      { request: {}, omitted: ['request'] },
    ],
    [
      'an oversize response, as texts',
      {
        responseElements: {
          reason: 'responseElements too large',
          omitted: 'true',
          originalSize: '149893',
        },
      },
      { response: {}, omitted: ['response'] },
    ],
    [
      'a request that has a member called omitted',
      { requestParameters: { omitted: true } },
      { request: { omitted: true }, omitted: [] },
    ],
    [
      'details of a service event',
      {
        eventType: 'AwsServiceEvent',
        requestParameters: null,
        serviceEventDetails: { keyId: 'k' },
      },
      { details: { keyId: 'k' }, request: {} },
    ],
    ['a console action', { eventType: 'AwsConsoleAction' }, { outcome: 'success' }],
    [
      'masked values, which stay in the request',
      { requestParameters: { masterUserPassword: '****' } },
      { request: { masterUserPassword: '****' } },
    ],
  ])('%s', async (_, parts, expected) => {
    expect(await eventOf(parts)).toMatchObject(expected);
  });

  it('use the digest as id if there is none, or none that is printable', async () => {
    for (const eventID of [undefined, '', 'a\nb']) {
      const event = await eventOf({ eventID });
      expect(event.id).toBe(event.digest.slice(0, 32));
    }
  });

  it('are safe from members of Object.prototype', async () => {
    const text = JSON.stringify(record()).replace('"instancesSet"', '"__proto__"');
    const { events } = await read(text);

    expect(Object.hasOwn(events[0]?.request ?? {}, '__proto__')).toBe(true);
    expect(Object.getPrototypeOf(events[0]?.request)).toBe(Object.prototype);
    expect(({} as Record<string, unknown>)['items']).toBeUndefined();
  });
});

const issuer = {
  type: 'Role',
  principalId: 'AROA1',
  arn: `arn:aws:iam::${account}:role/path/deploy`,
  accountId: account,
  userName: 'deploy',
};
const assumed = {
  type: 'AssumedRole',
  principalId: 'AROA1:run-1',
  arn: `arn:aws:sts::${account}:assumed-role/deploy/run-1`,
  accountId: account,
};

describe('callers', () => {
  it.each<[string, unknown, Partial<Caller>]>([
    [
      'a user',
      {
        type: 'IAMUser',
        arn: `arn:aws:iam::${account}:user/ops/alice`,
        userName: 'alice',
        accessKeyId: 'AKIA1',
      },
      {
        type: 'IAMUser',
        principal: `arn:aws:iam::${account}:user/ops/alice`,
        userName: 'alice',
        accessKeyId: 'AKIA1',
      },
    ],
    [
      'a user without a name',
      { type: 'IAMUser', arn: `arn:aws:iam::${account}:user/ops/alice`, accessKeyId: '' },
      { userName: 'alice' },
    ],
    [
      'a user of the console, whose issuer is empty',
      {
        type: 'IAMUser',
        arn: `arn:aws:iam::${account}:user/alice`,
        userName: 'alice',
        sessionContext: { sessionIssuer: {}, webIdFederationData: {}, attributes: {} },
      },
      { principal: `arn:aws:iam::${account}:user/alice`, userName: 'alice' },
    ],
    [
      'a role',
      { ...assumed, sessionContext: { sessionIssuer: issuer } },
      { principal: issuer.arn, userName: 'deploy', sessionName: 'run-1' },
    ],
    [
      'a role without an issuer',
      assumed,
      {
        principal: `arn:aws:iam::${account}:role/deploy`,
        userName: 'deploy',
        sessionName: 'run-1',
      },
    ],
    [
      'a role of which only the id is known',
      { type: 'AssumedRole', principalId: 'AROA1:run-1' },
      { principal: 'AROA1', sessionName: 'run-1' },
    ],
    [
      'a role with a source identity',
      { ...assumed, sessionContext: { sessionIssuer: issuer, sourceIdentity: 'alice' } },
      { sourceIdentity: 'alice' },
    ],
    [
      'a role for a web identity',
      {
        ...assumed,
        sessionContext: {
          sessionIssuer: issuer,
          webIdFederationData: {
            federatedProvider: `arn:aws:iam::${account}:oidc-provider/token.actions.githubusercontent.com`,
            attributes: {},
          },
        },
      },
      { federatedBy: `arn:aws:iam::${account}:oidc-provider/token.actions.githubusercontent.com` },
    ],
    [
      'a service on behalf of a role',
      { ...assumed, invokedBy: 'cloudformation.amazonaws.com' },
      {
        principal: `arn:aws:iam::${account}:role/deploy`,
        invokedBy: 'cloudformation.amazonaws.com',
      },
    ],
    [
      'a federated user',
      {
        type: 'FederatedUser',
        arn: `arn:aws:sts::${account}:federated-user/bob`,
        principalId: `${account}:bob`,
        sessionContext: {
          sessionIssuer: {
            type: 'IAMUser',
            arn: `arn:aws:iam::${account}:user/alice`,
            userName: 'alice',
          },
        },
      },
      { principal: `arn:aws:iam::${account}:user/alice`, userName: 'alice', sessionName: 'bob' },
    ],
    [
      'a SAML user',
      {
        type: 'SAMLUser',
        principalId: 'ZR=:bob@example.com',
        userName: 'bob@example.com',
        identityProvider: 'ZR=',
      },
      { principal: 'ZR=', userName: 'bob@example.com' },
    ],
    [
      'a user of IAM Identity Center',
      {
        type: 'IdentityCenterUser',
        accountId: account,
        onBehalfOf: {
          userId: 'u-1',
          identityStoreArn: `arn:aws:identitystore::${account}:identitystore/d-1`,
        },
      },
      { principal: `arn:aws:identitystore::${account}:identitystore/d-1/user/u-1` },
    ],
    [
      'another account',
      { type: 'AWSAccount', principalId: 'AIDA2', accountId: '444455556666' },
      { principal: 'AIDA2', account: '444455556666' },
    ],
    [
      'root',
      {
        type: 'Root',
        principalId: account,
        arn: `arn:aws:iam::${account}:root`,
        accountId: account,
      },
      { principal: `arn:aws:iam::${account}:root` },
    ],
    [
      'a service',
      { type: 'AWSService', invokedBy: 'lambda.amazonaws.com' },
      { type: 'AWSService', principal: 'lambda.amazonaws.com' },
    ],
    [
      'a service event, which has no type',
      { accountId: account, invokedBy: 'AWS Internal' },
      { type: 'AWSService', principal: 'AWS Internal' },
    ],
    ['no type', { arn: '--', principalId: '-' }, { type: 'Unknown', principal: '--' }],
    ['no identity', undefined, { type: 'Unknown', principal: 'unknown' }],
    ['an identity that is not an object', 'alice', { type: 'Unknown', principal: 'unknown' }],
  ])('%s', async (_, userIdentity, expected) => {
    const { caller } = await eventOf({ userIdentity });

    expect(caller).toMatchObject(expected);
    expect(Object.values(caller)).not.toContain(undefined);
  });

  it.each<[string, Readonly<Record<string, unknown>>, Partial<Caller>]>([
    [
      'a user agent in the brackets of S3',
      { userAgent: '[S3Console/0.4, aws-internal/3]' },
      { userAgent: 'S3Console/0.4, aws-internal/3' },
    ],
    [
      'one that lost its closing bracket',
      { userAgent: '[aws-cli/2.0 Python' },
      { userAgent: 'aws-cli/2.0 Python' },
    ],
    ['one with a bracket inside', { userAgent: 'x [y]' }, { userAgent: 'x [y]' }],
    ['no user agent', { userAgent: undefined }, { userAgent: '' }],
    [
      'a service as source',
      { sourceIPAddress: 'autoscaling.amazonaws.com' },
      { sourceIp: 'autoscaling.amazonaws.com' },
    ],
    [
      'a console session, as a text',
      { sessionCredentialFromConsole: 'true' },
      { fromConsole: true },
    ],
    ['a console session', { sessionCredentialFromConsole: true }, { fromConsole: true }],
    ['no console session', { sessionCredentialFromConsole: 'false' }, { fromConsole: false }],
    ['a browser, which proves nothing', { userAgent: 'Mozilla/5.0' }, { fromConsole: false }],
    ['a console action', { eventType: 'AwsConsoleAction' }, { fromConsole: true }],
    [
      'an old console',
      { userIdentity: { type: 'IAMUser', invokedBy: 'signin.amazonaws.com' } },
      { fromConsole: true },
    ],
  ])('%s', async (_, parts, expected) => {
    expect((await eventOf(parts)).caller).toMatchObject(expected);
  });
});

describe('outcomes', () => {
  it.each<[string, Readonly<Record<string, unknown>>, string, string | undefined]>([
    ['none', {}, 'success', undefined],
    ['an error', { errorCode: 'AccessDenied', errorMessage: 'no' }, 'failure', 'AccessDenied'],
    [
      'an error of EC2',
      { errorCode: 'Client.UnauthorizedOperation' },
      'failure',
      'Client.UnauthorizedOperation',
    ],
    ['a message only', { errorMessage: 'no' }, 'failure', undefined],
    ['an empty code', { errorCode: '' }, 'success', undefined],
    [
      'a dry run of EC2',
      { errorCode: 'Client.DryRunOperation' },
      'dry-run',
      'Client.DryRunOperation',
    ],
    [
      'a dry run by parameter',
      { requestParameters: { dryRun: true, functionName: 'f' } },
      'dry-run',
      undefined,
    ],
    [
      'a dry run by parameter in a wrapper',
      { requestParameters: { CreateNatGatewayRequest: { DryRun: 'true' } } },
      'dry-run',
      undefined,
    ],
    ['no dry run', { requestParameters: { dryRun: false } }, 'success', undefined],
    [
      'a false return',
      { responseElements: { requestId: 'x', _return: false } },
      'failure',
      'ReturnedFalse',
    ],
    ['a true return', { responseElements: { _return: true } }, 'success', undefined],
    [
      'an exception in the response',
      {
        responseElements: {
          __type: 'com.amazon.coral.service#AccessDeniedException',
          message: 'no',
        },
      },
      'failure',
      'AccessDeniedException',
    ],
    [
      'code and message in the response',
      { responseElements: { code: 'Throttling', message: 'slow' } },
      'failure',
      'Throttling',
    ],
    [
      'an error object in the response',
      { responseElements: { Error: { Code: 'NoSuchBucket', Message: 'gone' } } },
      'failure',
      'NoSuchBucket',
    ],
    [
      'a response that merely has a message',
      { responseElements: { message: 'ok', code: '1', jobId: 'j' } },
      'success',
      undefined,
    ],
  ])('%s', async (_, parts, outcome, errorCode) => {
    const event = await eventOf(parts);

    expect([event.outcome, event.errorCode]).toEqual([outcome, errorCode]);
  });

  it('are counted as dropped if failure or dry run, though they are returned', async () => {
    const result = await read(
      JSON.stringify([
        record({ eventID: 'e-1', errorCode: 'AccessDenied' }),
        record({ eventID: 'e-2', errorCode: 'DryRunOperation' }),
        record({ eventID: 'e-3' }),
      ]),
    );

    expect(result.events.map(({ outcome }) => outcome)).toEqual(['failure', 'dry-run', 'success']);
    expect(result.counts).toMatchObject({ read: 3, kept: 1, dropped: { failed: 1, 'dry-run': 1 } });
  });
});

describe('dropped records', () => {
  it.each<[string, Readonly<Record<string, unknown>>, string]>([
    ['a read-only call', { readOnly: true }, 'read-only'],
    ['a read-only call, as a text', { readOnly: 'true' }, 'read-only'],
    ['a read-only call, as a text in capitals', { readOnly: 'True' }, 'read-only'],
    [
      'an old call that reads by its name',
      { readOnly: undefined, eventName: 'DescribeVpcs' },
      'read-only',
    ],
    ['a sign-in', { eventType: 'AwsConsoleSignIn', eventName: 'ConsoleLogin' }, 'sign-in'],
    [
      'a sign-in of a region that is masked',
      { eventType: 'AwsConsoleSignIn', awsRegion: 'XXX' },
      'sign-in',
    ],
    [
      'another event of the sign-in service',
      { eventSource: 'signin.amazonaws.com', eventName: 'PasswordUpdated' },
      'sign-in',
    ],
    [
      'an insight',
      {
        eventType: 'AwsCloudTrailInsight',
        eventName: undefined,
        eventSource: undefined,
        insightDetails: {},
      },
      'insight',
    ],
    ['an insight by its category', { eventCategory: 'Insight' }, 'insight'],
    ['a network event', { eventType: 'AwsVpceEvent' }, 'network-activity'],
    ['a network event by its category', { eventCategory: 'NetworkActivity' }, 'network-activity'],
  ])('%s', async (_, parts, reason) => {
    expect(await dropped(parts)).toEqual({ [reason]: 1 });
  });

  it('include the content of a digest file', async () => {
    const digest = { awsAccountId: account, digestStartTime: '2026-03-01T10:00:00Z', logFiles: [] };
    const result = await read(JSON.stringify(digest));

    expect(result.counts).toMatchObject({ read: 1, dropped: { digest: 1 } });
    expect(result.fatal).toEqual([]);
  });
});
