import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createStateEstate } from '../../src/code/terraform/state/estate.ts';
import { createStateIndex } from '../../src/code/terraform/state/index.ts';
import { normalizeRecord } from '../../src/evidence/audit/cloudtrail/normalize.ts';
import { isRegion } from '../../src/evidence/audit/cloudtrail/region.ts';
import type { ResourceRef } from '../../src/model/effect.ts';
import type { AuditEvent } from '../../src/model/event.ts';
import { isJsonObject, type JsonObject } from '../../src/model/json.ts';
import { lazyDerivedRules } from '../../src/providers/derived/load.ts';
import { builtInPolicy } from '../../src/stages/policy/built-in/policies.ts';
import { auditEvent } from '../providers/catalog/event.ts';
import { demoInput, demoRecords } from './demo.ts';
import { managed, stateOf } from './managed.ts';
import { createJudge, type Estate, estateOf, outcomeOf, reportedIn, withCode } from './silence.ts';

const demo = await demoInput();
const policy = builtInPolicy('observe');
if (!policy.ok) throw new Error(policy.error.message);
const input = { ...demo, policy: policy.value };
const { catalog, schema } = input;
const nothing = createStateEstate(createStateIndex(stateOf([]), schema), () => false);

/** Events that the report leaves out and for which the trace has no true reason. */
async function silences(estate: Estate, events: readonly AuditEvent[]): Promise<readonly string[]> {
  const outcome = await outcomeOf(input, estate, events);
  const reported = reportedIn(outcome);
  const isTrue = createJudge(catalog, schema, estate);
  const byEvent = new Map(outcome.trace.map((line) => [line.event, line]));
  return events
    .filter(({ id }) => !reported.has(id))
    .flatMap((event) => {
      const line = byEvent.get(event.id);
      if (line !== undefined && isTrue(event, line)) return [];
      const said = line === undefined ? 'nothing' : `${line.disposition}: ${line.because}`;
      return [`${event.service}:${event.operation} ${said}`];
    });
}

function put(object: JsonObject, path: string, value: string): JsonObject {
  const [name = '', ...rest] = path.split('.');
  const inner = object[name];
  const below =
    rest.length === 0 ? value : put(isJsonObject(inner) ? inner : {}, rest.join('.'), value);
  return { ...object, [name]: below };
}

describe('every operation that derived rules know', () => {
  const data = lazyDerivedRules();
  const written = new Set(
    catalog.entries.flatMap(({ service, operations }) =>
      operations.map((operation) => `${service}:${operation}`),
    ),
  );
  const cases = data.operations().flatMap(({ service, operation }) =>
    (data.targets(service, operation) ?? []).flatMap(({ type, keys, kind }) => {
      if (written.has(`${service}:${operation}`)) return [];
      const [key] = [...keys].sort((a, b) => Object.keys(b).length - Object.keys(a).length);
      return key === undefined || kind === 'create'
        ? []
        : [{ service, operation, type, key, kind }];
    }),
  );
  const made = cases.map(({ service, operation, type, key }, n) => {
    let request: JsonObject = { somethingElse: 'x' };
    let response: JsonObject = {};
    const attributes: Record<string, string> = {};
    for (const [name, source] of Object.entries(key)) {
      const value = name.endsWith('arn')
        ? `arn:aws:x:eu-central-1:111122223333:thing/${n}`
        : `name-${name}-${n}`;
      attributes[name] = value;
      if (source.startsWith('r.')) response = put(response, source.slice(2), value);
      else request = put(request, source.slice(2), value);
    }
    const resource = managed(`${type}.r${n}`, { id: `id-${n}`, ...attributes });
    const event = auditEvent({ id: `e-${n}`, service, operation, request, response });
    return { event, resource };
  });

  it('is reported, or left out for a true reason', async () => {
    expect(made.length).toBeGreaterThan(2500);
    const estate = withCode(made.map(({ resource }) => resource));
    expect(
      await silences(
        estate,
        made.map(({ event }) => event),
      ),
    ).toEqual([]);
  });
});

const oracles = process.env['PARLEY_ORACLES'];

function others(): readonly JsonObject[] {
  const folder = join(oracles ?? '', 'audit', 'aws');
  if (oracles === undefined || !existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as JsonObject);
}

const unmanagedResource = managed('aws_sqs_queue.named', {
  id: 'u',
  arn: 'arn:aws:sqs:us-east-1:123456789012:named',
});

/** Successful events with new ids; unknown operations name a managed queue deep inside. */
function eventsOf(records: readonly JsonObject[]): readonly AuditEvent[] {
  return records.flatMap((record, n) => {
    const found = normalizeRecord(record, `${n}`, { file: 'log.json', record: n });
    if (found.kind !== 'event' || found.event.outcome !== 'success') return [];
    // Some publishers of records make up regions.
    const region = isRegion(found.event.region) ? found.event.region : 'us-east-1';
    const event = { ...found.event, id: `e-${n}`, region };
    if (catalog.translate(event, nothing).kind !== 'unknown-operation') return [event];
    const named = { list: [{ of: [unmanagedResource.attributes['arn'] ?? ''] }] };
    return [{ ...event, request: { ...event.request, named } }];
  });
}

function refsOf(events: readonly AuditEvent[]): readonly ResourceRef[] {
  return events.flatMap((event) => {
    const translation = catalog.translate(event, nothing);
    return translation.kind === 'effects'
      ? translation.effects.map(({ resource }) => resource)
      : [];
  });
}

describe.each([
  ['of the demo', demoRecords(), 10],
  ['of others', others(), oracles === undefined ? 0 : 100],
])('every record %s, on what is managed', (_, records, least) => {
  const events = eventsOf(records);

  it('is reported, or left out for a true reason', async () => {
    expect(events.length).toBeGreaterThanOrEqual(least);
    // One at a time: what is put back is reported only for the event that put it back.
    const silent: string[] = [];
    for (const event of events) {
      const { state } = estateOf(refsOf([event]));
      const estate = withCode([...state.resources, unmanagedResource]);
      silent.push(...(await silences(estate, [event])));
    }
    expect(silent).toEqual([]);
  });
});
