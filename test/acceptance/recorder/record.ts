import { createHash } from 'node:crypto';
import type { JsonObject } from '../../../src/model/json.ts';
import { account, type Persona } from './personas.ts';
import type { Call, ServiceLog } from './service.ts';

/** What a record needs besides the call itself. */
export interface Circumstances {
  readonly persona: Persona;
  readonly time: Date;
  /** The ids come from this: the same seed gives the same record. */
  readonly seed: string;
  readonly error?: { readonly code: string; readonly message: string };
}

/** An id in the form of a UUID that depends only on the seed. */
export function uuidFrom(seed: string): string {
  const hex = createHash('sha256').update(seed).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

export function isReadOnly(operation: string): boolean {
  return /^(AssumeRole|Describe|Get|Head|List|Lookup|Search)/.test(operation);
}

/** The CloudTrail record that AWS would write for a call. */
export function recordOf(log: ServiceLog, call: Call, at: Circumstances): JsonObject {
  const { persona, error } = at;
  const requestId = uuidFrom(`request ${at.seed}`);
  const readOnly = isReadOnly(call.operation);
  const isData = log.isData?.(call) ?? false;
  const host = log.eventSource.replace('.amazonaws.com', '.us-east-1.amazonaws.com');
  return {
    eventVersion: '1.10',
    userIdentity: persona.identity,
    eventTime: at.time.toISOString().replace(/\.\d+Z$/, 'Z'),
    eventSource: log.eventSource,
    eventName: log.eventName(call.operation),
    awsRegion: 'us-east-1',
    sourceIPAddress: persona.sourceIp,
    userAgent: log.bracketsUserAgent ? `[${persona.userAgent}]` : persona.userAgent,
    ...(error === undefined
      ? {}
      : { errorCode: log.errorCode?.(error.code) ?? error.code, errorMessage: error.message }),
    requestParameters: log.request(call),
    responseElements: readOnly || error !== undefined ? null : log.response(call, requestId),
    ...(log.extra?.(call) ?? {}),
    requestID: requestId,
    eventID: uuidFrom(`event ${at.seed}`),
    readOnly,
    eventType: 'AwsApiCall',
    ...(log.apiVersion === undefined ? {} : { apiVersion: log.apiVersion }),
    managementEvent: !isData,
    recipientAccountId: account,
    eventCategory: isData ? 'Data' : 'Management',
    tlsDetails: {
      tlsVersion: 'TLSv1.3',
      cipherSuite: 'TLS_AES_128_GCM_SHA256',
      clientProvidedHostHeader: host,
    },
    ...(persona.fromConsole ? { sessionCredentialFromConsole: 'true' } : {}),
  };
}
