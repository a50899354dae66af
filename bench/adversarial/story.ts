import type { JsonObject } from '../../src/model/json.ts';

/** Code, state and log in which one caller did the same thing many times. */
export interface Story {
  /** Texts of the project by path. */
  readonly files: Readonly<Record<string, string>>;
  /** The state's resources; without any, there is no state. */
  readonly resources: readonly StoryResource[];
  readonly calls: readonly JsonObject[];
  /** Arguments of the command in addition to those of all stories. */
  readonly options?: readonly string[];
}

export interface StoryResource {
  readonly type: string;
  readonly name: string;
  readonly instances: readonly { readonly key?: string; readonly attributes: JsonObject }[];
}

export type StoryMaker = (count: number) => Story;

export const account = '123456789012';

export const each = <T>(count: number, make: (at: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, at) => make(at));

export function single(type: string, attributes: JsonObject): readonly StoryResource[] {
  return [{ type, name: 'it', instances: [{ attributes }] }];
}

/** A record of CloudTrail, `at` seconds after the night began. */
export function record(
  at: number,
  service: string,
  name: string,
  request: JsonObject,
  user = 'mallory',
): JsonObject {
  return {
    eventVersion: '1.11',
    userIdentity: {
      type: 'IAMUser',
      arn: `arn:aws:iam::${account}:user/${user}`,
      accountId: account,
      userName: user,
    },
    eventTime: new Date(Date.UTC(2026, 2, 14, 2) + at * 1000).toISOString(),
    eventSource: `${service}.amazonaws.com`,
    eventName: name,
    awsRegion: 'us-east-1',
    requestParameters: request,
    eventID: `6f1b2c3d-0000-4000-8000-${at.toString(16).padStart(12, '0')}`,
    readOnly: false,
    eventType: 'AwsApiCall',
    recipientAccountId: account,
  };
}
