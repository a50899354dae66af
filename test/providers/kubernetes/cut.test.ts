import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/model/json.ts';
import { type AttributePath, formatPath } from '../../../src/model/path.ts';
import { perform } from '../../../src/providers/kubernetes/changes/perform.ts';
import { readChange } from '../../../src/providers/kubernetes/changes/read.ts';
import { objectValueAt } from '../../../src/providers/kubernetes/values/at.ts';
import { objectDifferences } from '../../../src/providers/kubernetes/values/difference.ts';
import { hasHidden } from '../../../src/providers/kubernetes/values/hidden.ts';
import { keyNamesOf, mergeKeysAt } from '../../../src/providers/kubernetes/values/keys.ts';
import { cuts, holds } from '../catalog/cut.ts';
import { auditEvent } from '../catalog/event.ts';
import { type Kind, kinds } from './kinds.ts';

interface Request {
  readonly verb: string;
  readonly patch?: string;
  readonly body?: Json;
  readonly response?: JsonObject;
}

/** Every kind of request that takes an object from its first state to another. */
function requestsOf({ first, changed, patches }: Kind): readonly Request[] {
  return [
    { verb: 'create', body: changed },
    { verb: 'update', body: changed },
    { verb: 'update', response: changed },
    ...['strategic', 'merge', 'apply', 'either'].map((patch) => ({
      verb: 'patch',
      patch,
      body: changed,
    })),
    ...patches.map((body) => ({ verb: 'patch', patch: 'json', body })),
    { verb: 'patch', patch: 'merge', body: changed, response: changed },
    { verb: 'update', body: first },
  ];
}

/** The object after a request; the declared one where the request does not tell. */
function after({ type, group, resource, first }: Kind, request: JsonObject, response: JsonObject) {
  const target = { group, resource, namespace: 'shop', name: 'web' };
  const read = readChange(
    auditEvent({
      cloud: 'kubernetes',
      operation: String(request['verb']),
      request: { ...request, target },
      response,
    }),
  );
  if (read.kind === 'none') return first;
  return perform(type, { value: first, applied: new Map() }, read.change, first).value;
}

/**
 * True if a request removes what it leaves out: anything from an object that it replaces as a
 * whole, and elements of a list that its patch format treats as one value.
 */
function isReset(type: string, { verb, patch }: JsonObject, path: AttributePath): boolean {
  if (verb !== 'patch') return true;
  if (patch === 'json') return false;
  const at = path.findIndex((step) => typeof step !== 'string');
  if (at < 0) return false;
  const isWhole = patch === 'merge' || patch === 'either';
  return isWhole || mergeKeysAt(type, keyNamesOf(path.slice(0, at))) === undefined;
}

/** What a cut request sets although the whole one does not. */
function inventedBy(kind: Kind, whole: JsonObject, cut: JsonObject, response: JsonObject) {
  const complete = after(kind, whole, response);
  const live = after(kind, cut, response);
  return objectDifferences(kind.type, kind.first, live).flatMap(({ path }) => {
    const now = objectValueAt(live, path);
    if (now === undefined ? isReset(kind.type, whole, path) : hasHidden(now)) return [];
    const said = objectValueAt(complete, path);
    const isSaid = now === undefined ? said === undefined : said !== undefined && holds(said, now);
    return isSaid ? [] : [`${formatPath(path)} = ${JSON.stringify(now)}`];
  });
}

describe('a record of Kubernetes that lacks a member', () => {
  it.each(kinds.map((kind) => [kind.type, kind] as const))(
    'says nothing about it: %s',
    (_, kind) => {
      const problems = requestsOf(kind).flatMap(({ response = {}, ...request }) => {
        const whole = request as unknown as JsonObject;
        return [whole, ...cuts(whole)]
          .filter((cut) => cut['verb'] !== undefined)
          .flatMap((cut) =>
            inventedBy(kind, whole, cut, response).map(
              (problem) => `${problem} by ${JSON.stringify(cut)}`,
            ),
          );
      });

      expect([...new Set(problems)]).toEqual([]);
    },
  );
});
