import type { AuditEvent } from '../../../model/event.ts';
import type { JsonObject } from '../../../model/json.ts';
import type { Place, Problem } from '../../../model/result.ts';
import { defined, fieldTextAt, objectAt } from '../core/fields.ts';
import { recordProblem } from '../core/problems.ts';
import type { DropReason } from '../core/types.ts';
import { type Bodies, visibleBodies } from './bodies.ts';
import { kubernetesCallerOf } from './caller.ts';
import { isTrialBody, kubernetesOutcomeOf, type RequestOutcome } from './outcome.ts';
import { detectPatchForm } from './patch-form.ts';
import { harmless, isMutating, isReadingVerb } from './relevance.ts';
import { auditTargetOf } from './target.ts';
import type { AuditTarget, KubernetesSource } from './types.ts';
import { type RequestOptions, requestOptions } from './uri.ts';

export type NormalizedRequest =
  | { readonly kind: 'event'; readonly event: AuditEvent }
  | { readonly kind: 'drop'; readonly reason: DropReason }
  | { readonly kind: 'invalid'; readonly problem: Problem };

/**
 * One Event of audit.k8s.io as a normalized event, or the reason why it is not one. The event's
 * request holds `verb`, `target`, `body` and, for a patch, `patch`; its operation is `patch
 * deployments/scale`.
 */
export function normalizeKubernetes(
  record: JsonObject,
  source: KubernetesSource,
  place: Place,
): NormalizedRequest {
  const invalid = (code: string, message: string): NormalizedRequest => {
    return { kind: 'invalid', problem: recordProblem(place, code, message) };
  };
  const wrong = frameProblem(record);
  if (wrong !== undefined) return invalid(...wrong);
  const verb = fieldTextAt(record, 'verb') ?? '';
  const early = earlyDrop(record, verb);
  if (early !== undefined) return { kind: 'drop', reason: early };
  const found = auditTargetOf(record);
  if (found.kind === 'bad') return invalid('record-target', found.message);
  if (found.kind === 'none') return { kind: 'drop', reason: 'non-resource' };
  if (!isMutating(verb)) return invalid('record-verb', `The record has an unknown verb: ${verb}.`);
  const reason = harmless(found.target);
  if (reason !== undefined) return { kind: 'drop', reason };
  const options = requestOptions(fieldTextAt(record, 'requestURI') ?? '');
  if (options === undefined) return invalid('record-uri', 'The record has no requestURI.');
  const bodies = visibleBodies(record, found.target);
  const outcome = kubernetesOutcomeOf(record, options.dryRun || isTrialBody(bodies.request, verb));
  if (outcome === undefined) return invalid('record-outcome', 'The record has no outcome.');
  const event = eventOf({ record, verb, target: found.target, options, bodies, outcome });
  return {
    kind: 'event',
    event: { ...event, scope: source.cluster, digest: source.digest, place },
  };
}

const versions: ReadonlySet<string> = new Set(['audit.k8s.io/v1', 'audit.k8s.io/v1beta1']);
const stages = ['RequestReceived', 'ResponseStarted', 'ResponseComplete', 'Panic'];
const levels = ['Metadata', 'Request', 'RequestResponse'];

/** Checks what every record must have, whatever the request. */
function frameProblem(record: JsonObject): [code: string, message: string] | undefined {
  const version = fieldTextAt(record, 'apiVersion');
  // Elements of an EventList have no version of their own.
  if (version !== undefined && !versions.has(version)) {
    return ['record-version', `Records of ${version} are not known.`];
  }
  const stage = fieldTextAt(record, 'stage') ?? '';
  if (!stages.includes(stage)) return ['record-stage', `The record has no known stage: ${stage}.`];
  const level = fieldTextAt(record, 'level') ?? '';
  if (!levels.includes(level)) return ['record-level', `The record has no known level: ${level}.`];
  if (!/^[!-~]{1,100}$/.test(fieldTextAt(record, 'auditID') ?? '')) {
    return ['record-id', 'The record has no auditID.'];
  }
  const verb = fieldTextAt(record, 'verb') ?? '';
  if (!/^[a-zA-Z]{1,63}$/.test(verb)) return ['record-verb', 'The record has no verb.'];
  if (fieldTextAt(objectAt(record, 'user'), 'username') === undefined) {
    return ['record-user', 'The record has no user name.'];
  }
  if (auditTimeOf(record) === undefined) return ['record-time', 'The record has no valid time.'];
  return undefined;
}

function earlyDrop(record: JsonObject, verb: string): DropReason | undefined {
  if (isReadingVerb(verb)) return 'read-only';
  const stage = fieldTextAt(record, 'stage');
  return stage === 'RequestReceived' || stage === 'ResponseStarted' ? 'stage' : undefined;
}

interface Parts {
  readonly record: JsonObject;
  readonly verb: string;
  readonly target: AuditTarget;
  readonly options: RequestOptions;
  readonly bodies: Bodies;
  readonly outcome: RequestOutcome;
}

function eventOf(parts: Parts): Omit<AuditEvent, 'scope' | 'digest' | 'place'> {
  const { record, verb, target, options, bodies, outcome } = parts;
  const { resource, subresource } = target;
  const id = fieldTextAt(record, 'auditID') ?? '';
  const part = subresource === undefined ? '' : `/${subresource}`;
  return {
    // A request that panics may have been answered before.
    id: fieldTextAt(record, 'stage') === 'Panic' ? `${id}/panic` : id,
    cloud: 'kubernetes',
    // A cluster has no regions.
    region: '',
    time: auditTimeOf(record) ?? '',
    service: target.group === '' ? 'core' : target.group,
    operation: `${verb} ${resource}${part}`,
    ...outcome,
    caller: kubernetesCallerOf(record, options.fieldManager),
    request: requestOf(parts),
    response: bodies.response ?? {},
    details: detailsOf(record, bodies),
    omitted: (['request', 'response'] as const).filter((name) => bodies[name] === undefined),
  };
}

function requestOf({ verb, target, options, bodies }: Parts): JsonObject {
  const { request: body, response } = bodies;
  const isPatch = verb === 'patch' && body !== undefined;
  return defined({
    verb,
    target: { ...target },
    fieldManager: options.fieldManager,
    force: options.force,
    patch: isPatch ? detectPatchForm(body, target, options, response ?? {}) : undefined,
    body,
  });
}

/** Names that the event has elsewhere; the rest of a record is kept unchanged. */
const usedNames: ReadonlySet<string> = new Set([
  'auditID',
  'kind',
  'objectRef',
  'requestObject',
  'responseObject',
  'responseStatus',
  'stageTimestamp',
  'userAgent',
  'verb',
]);

function detailsOf(record: JsonObject, { withheld }: Bodies): JsonObject {
  const rest = Object.entries(record).filter(([name]) => !usedNames.has(name));
  return Object.fromEntries(withheld ? [...rest, ['withheld', true]] : rest);
}

/** Exports write a space instead of the T, and leave the zone out, which is UTC. */
const timeForm = /^(2\d{3}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)?$/;

/**
 * When the request was complete, in UTC with microseconds, which is the log's resolution:
 * controllers answer each other within a second, and such times compare as texts.
 */
function auditTimeOf(record: JsonObject): string | undefined {
  const text = fieldTextAt(record, 'stageTimestamp') ?? fieldTextAt(record, 'timestamp') ?? '';
  const [, day, clock, fraction = '', zone = 'Z'] = timeForm.exec(text) ?? [];
  if (day === undefined) return undefined;
  const time = Date.parse(`${day}T${clock}${zone}`);
  if (Number.isNaN(time)) return undefined;
  return `${new Date(time).toISOString().slice(0, 19)}.${fraction.padEnd(6, '0').slice(0, 6)}Z`;
}
