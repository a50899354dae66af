import { day } from '../../model/instant.ts';
import type { JsonObject } from '../../model/json.ts';
import { type DemoCallerName, demoCallers } from './people.ts';
import { demoAccount, demoRegion } from './resources.ts';
import type { DemoCall } from './story.ts';

/** Numbers from 0 up to but not including 1, the same for the same seed (Mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A record of CloudTrail; `time` is in milliseconds. */
export function demoRecord(
  id: string,
  time: number,
  who: DemoCallerName,
  { service, operation, request }: DemoCall,
  more: JsonObject = {},
): JsonObject {
  const { identity, from, agent } = demoCallers[who];
  return {
    eventVersion: '1.11',
    userIdentity: identity,
    eventTime: `${new Date(time).toISOString().slice(0, 19)}Z`,
    eventSource: `${service}.amazonaws.com`,
    eventName: operation,
    awsRegion: demoRegion,
    sourceIPAddress: from,
    userAgent: agent,
    requestParameters: request,
    responseElements: null,
    requestID: id,
    eventID: id,
    readOnly: false,
    eventType: 'AwsApiCall',
    managementEvent: true,
    recipientAccountId: demoAccount,
    eventCategory: 'Management',
    ...more,
  };
}

const looks: readonly DemoCall[] = [
  { service: 'ec2', operation: 'DescribeInstances', request: {} },
  { service: 'monitoring', operation: 'DescribeAlarms', request: {} },
  { service: 'rds', operation: 'DescribeDBInstances', request: {} },
  { service: 'sts', operation: 'GetCallerIdentity', request: {} },
];

/** The bulk of a day's log: people and tools that only read. `start` is in milliseconds. */
export function demoNoise(
  start: number,
  count: number,
  random: () => number,
): readonly JsonObject[] {
  const names = Object.keys(demoCallers).filter((name): name is DemoCallerName =>
    Object.hasOwn(demoCallers, name),
  );
  const pick = <T>(items: readonly T[]): T | undefined =>
    items[Math.floor(random() * items.length)];
  return Array.from({ length: count }, (_, n) => {
    const time = start + random() * day;
    const look = pick(looks);
    const who = pick(names);
    if (look === undefined || who === undefined) return {};
    return demoRecord(`look-${start}-${n}`, time, who, look, { readOnly: true });
  });
}
