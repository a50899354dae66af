import { classifyActor } from '../../evidence/actor/classify.ts';
import type { ActorSignature } from '../../evidence/actor/schema.ts';
import type { Actor } from '../../model/actor.ts';
import type { AuditEvent, Caller, Cloud } from '../../model/event.ts';

/** The assumed caller, in the terms of a log. */
export interface AskedCaller {
  /** ARN of a role or user without the session, a mail address, or an account of a cluster. */
  readonly principal: string;
  readonly session?: string;
  readonly userAgent?: string;
}

/** The assumed caller as the log of a cloud would record them. */
export function trialCaller({ principal, session, userAgent }: AskedCaller, cloud: Cloud): Caller {
  return {
    type: typeOf(principal, cloud),
    principal,
    ...(session === undefined ? {} : { sessionName: session }),
    ...nameIn(principal),
    userAgent: userAgent ?? '',
    sourceIp: '',
    fromConsole: false,
  };
}

function nameIn(principal: string): Pick<Caller, 'account' | 'userName'> {
  const [, account, name] =
    /^arn:[^:]*:iam::(\d{12}):(?:role|user)\/(?:.*\/)?([^/]+)$/.exec(principal) ?? [];
  return account === undefined || name === undefined ? {} : { account, userName: name };
}

function typeOf(principal: string, cloud: Cloud): string {
  switch (cloud) {
    case 'aws':
      if (/^arn:[^:]*:iam::\d{12}:user\//.test(principal)) return 'IAMUser';
      return /^arn:[^:]*:iam::\d{12}:root$/.test(principal) ? 'Root' : 'AssumedRole';
    case 'gcp':
      return /\.gserviceaccount\.com$/.test(principal) ? 'ServiceAccount' : 'User';
    case 'azure':
      return principal.includes('@') ? 'User' : 'ServicePrincipal';
    case 'kubernetes':
      return /^system:serviceaccount:/.test(principal) ? 'ServiceAccount' : 'User';
  }
}

/** The class of a principal by its name alone, regardless of the program it uses. */
export function actorNamed(principal: string, signatures: readonly ActorSignature[]): Actor {
  const clouds = cloudsOf(principal);
  const found = clouds.map((cloud) => classifyActor(eventOf(principal, cloud), signatures));
  const [first] = found;
  const person = found.find((actor) => actor.class === 'human');
  return person ?? first ?? classifyActor(eventOf(principal, 'aws'), signatures);
}

function cloudsOf(principal: string): readonly Cloud[] {
  if (/^arn:/i.test(principal)) return ['aws'];
  if (/^system:/.test(principal)) return ['kubernetes'];
  if (/\.gserviceaccount\.com$/.test(principal)) return ['gcp'];
  return principal.includes('@') ? ['gcp', 'azure'] : ['azure'];
}

function eventOf(principal: string, cloud: Cloud): AuditEvent {
  return {
    ...emptyEvent,
    id: 'nobody-called',
    cloud,
    time: '1970-01-01T00:00:00.000Z',
    caller: trialCaller({ principal }, cloud),
  };
}

/** An event that is in no log. */
export const emptyEvent = {
  scope: '',
  region: '',
  service: 'parley',
  operation: 'WouldChange',
  outcome: 'success',
  request: {},
  response: {},
  details: {},
  omitted: [],
  digest: '',
  place: { file: 'what was asked' },
} as const satisfies Partial<AuditEvent>;
