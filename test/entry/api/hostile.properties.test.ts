import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { bearer, type TestApi, testApis } from './api.ts';
import type { Document } from './conformance.ts';
import { markedRun } from './runs.ts';

const open = testApis();
let api: TestApi;
let routes: readonly (readonly [method: string, path: string, query: readonly string[]])[];

beforeAll(async () => {
  api = open();
  const key = { tenant: api.other, stack: 'tools' };
  await api.store.runs.keep(key, markedRun('fuzz'), () => []);
  const document: Document = await (await api.call('/openapi.json')).json();
  routes = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const { parameters = [] } = operation as { parameters?: { name: string; in: string }[] };
      const query = parameters.filter((one) => one.in === 'query').map(({ name }) => name);
      return [method.toUpperCase(), path, query] as const;
    }),
  );
});

/** Existing names, and everything that attackers try instead. */
const word = fc.oneof(
  fc.constantFrom('tools', 'their-trail', 'github', 'reconcile', 'accept', 'read', '1', '0', '-1'),
  fc.constantFrom('..', '../../etc/passwd', '%00', '\0', '__proto__', 'constructor', "' or 1=1 --"),
  fc.constantFrom('\u{202e}', '\ud800', '{{x}}', '${TOKEN_READ}', '9'.repeat(400), '[]', 'null'),
  fc.constantFrom('2026', '0000', '9999').chain((year) =>
    fc.constantFrom('tools', 'tools\0').map((id) => {
      const position = [`${year}-03-14T03:00:00.000Z`, id, id, 0];
      return Buffer.from(JSON.stringify(position)).toString('base64url');
    }),
  ),
  fc.string({ maxLength: 30, unit: 'binary' }),
);

const body = fc.oneof(
  fc.json({ maxDepth: 4 }),
  fc.string({ maxLength: 60 }),
  fc
    .record({
      action: fc.constantFrom('accept', 'hold', 'delegate'),
      stack: fc.constant('tools'),
      until: fc.oneof(word, fc.constant('2026-03-15T09:00:00Z')),
      note: word,
    })
    .map((value) => JSON.stringify(value)),
  fc
    .record({
      by: word,
      at: word,
      field: fc.oneof(word, fc.constant('delay_seconds')),
      want: fc.record({ equals: fc.jsonValue() }),
      because: word,
      from: fc.oneof(word, fc.constant('2026-03-15T09:00:00+02:00')),
    })
    .map((value) => JSON.stringify(value)),
  fc
    .record({
      eventSource: word,
      eventName: word,
      eventTime: fc.oneof(
        word,
        fc.constant('2026-03-13T09:00:00Z'),
        fc.constant('9999-12-31T23:59:59Z'),
      ),
      eventID: word,
      userIdentity: fc.jsonValue(),
      requestParameters: fc.jsonValue(),
    })
    .map((value) => JSON.stringify([value])),
);

/** Percent-encoded, with lone surrogates replaced. */
function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

describe('any request', () => {
  it('is answered as documented, and never with a server error', async () => {
    const call = fc.record({
      route: fc.nat(),
      words: fc.array(word, { minLength: 3, maxLength: 3 }),
      query: fc.array(fc.tuple(fc.nat(), word), { maxLength: 2 }),
      body,
      type: fc.constantFrom('application/json', 'application/x-ndjson', 'text/plain'),
      key: fc.option(fc.stringMatching(/^[ -~]{0,20}$/), { nil: undefined }),
    });
    await fc.assert(
      fc.asyncProperty(call, async ({ route, words, query, body: text, type, key }) => {
        const [method = 'GET', path = '/', names = []] = routes[route % routes.length] ?? [];
        const rest = [...words];
        const place = path.replaceAll(/\{\w+\}/g, () => encoded(rest.pop() || 'x'));
        const asked = query.map(
          ([at, value]) => `${names[at % names.length] ?? 'x'}=${encoded(value)}`,
        );
        const headers = {
          ...bearer('other'),
          'content-type': type,
          ...(key === undefined ? {} : { 'idempotency-key': key, 'if-none-match': key }),
        };
        const init = method === 'POST' ? { method, headers, body: text } : { method, headers };
        // `call` checks that the response is as documented.
        const response = await api.call(`${place}?${asked.join('&')}`, init);

        expect([method, place, response.status < 500]).toEqual([method, place, true]);
        expect(await response.text()).not.toContain(api.shop);
      }),
      { numRuns: 300 },
    );
  });
});
