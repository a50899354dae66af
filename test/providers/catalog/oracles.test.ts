import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AuditEvent } from '../../../src/model/event.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import { isJsonObject } from '../../../src/model/json.ts';
import { awsEntries } from '../../../src/providers/aws/all.ts';
import { createCatalog } from '../../../src/providers/catalog/registry.ts';
import { cuts, invented, withRequest } from './cut.ts';
import { auditEvent, estateOf } from './event.ts';
import { resetsOf } from './resets.ts';
import { schemaProblems } from './schema.ts';

const root = process.env['PARLEY_ORACLES'];
const required = (process.env['PARLEY_REQUIRE'] ?? '').split(',').includes('oracles');
const catalog = createCatalog(awsEntries);

function records(): readonly AuditEvent[] {
  if (root === undefined && !required) return [];
  const folder = join(root ?? '', 'audit', 'aws');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
    .filter((line) => line.trim() !== '')
    .map((line) => eventOf(JSON.parse(line) as JsonObject));
}

function eventOf(record: JsonObject): AuditEvent {
  const { eventName, eventSource, awsRegion, requestParameters, responseElements } = record;
  return auditEvent({
    // One public record has a space after the name.
    operation: String(eventName)
      .trim()
      .replace(/20\d\d[_\d]*(v\d+)?$/, ''),
    service: String(eventSource),
    region: String(awsRegion),
    outcome: record['errorCode'] === undefined ? 'success' : 'failure',
    request: isJsonObject(requestParameters) ? requestParameters : {},
    response: isJsonObject(responseElements) ? responseElements : {},
  });
}

const readOnly =
  /^(Get|List|Describe|Lookup|Head|BatchGet|Search|Decrypt|Encrypt|Generate|Sign|Verify)/;

describe.skipIf(root === undefined && !required)('records of real trails', () => {
  const events = records().filter(({ outcome }) => outcome === 'success');
  const known = events.filter(({ service, operation }) => catalog.knows(service, operation));

  it('are translated into what the schema has, without errors where they say anything', () => {
    const problems = known.flatMap((event) => {
      const translation = catalog.translate(event, estateOf());
      if (translation.kind !== 'effects') return [`${event.operation}: ${translation.kind}`];
      return translation.effects.flatMap(({ resource, change }) =>
        schemaProblems(resource, change).map((problem) => `${event.operation}: ${problem}`),
      );
    });

    expect(known.length).toBeGreaterThan(30);
    // Its publisher removed the parameters that say what was changed.
    expect(problems).toEqual(['UpdateTrail: invalid']);
  });

  it('say nothing about a member that they lack, unless the call replaces it', () => {
    const problems = known.flatMap((event) => {
      const whole = catalog.translate(event, estateOf());
      const isReset = resetsOf(event.service, event.operation);
      return cuts(event.request).flatMap((request) => {
        const cut = catalog.translate(withRequest(event, request), estateOf());
        return invented(whole, cut, isReset).map((one) => `${event.operation}: ${one}`);
      });
    });

    expect([...new Set(problems)]).toEqual([]);
  });

  it('of the catalogued services are all known where they change something', () => {
    const services = awsEntries.map(({ service }) => service.split('.')[0] ?? '');
    const unknown = events
      .filter(({ service }) => services.includes(service.split('.')[0] ?? ''))
      .filter(({ service, operation }) => !catalog.knows(service, operation))
      .map(({ operation }) => operation)
      .filter((operation) => !readOnly.test(operation));

    expect([...new Set(unknown)]).toEqual([]);
  });
});
