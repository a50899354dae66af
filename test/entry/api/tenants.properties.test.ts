import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { bearer, fakeQueues, type TestApi, type TokenName, testApis } from './api.ts';
import { driftId, intentId, markedProposal, markedRun } from './runs.ts';

const open = testApis();
let api: TestApi;

beforeEach(() => {
  api = open();
});

/** Every path that can be read, with any id and name that another tenant might know. */
function paths(mark: string, scan: string, stack: string): readonly string[] {
  const name = encodeURIComponent(stack);
  const lists = [
    'stacks',
    'scans',
    'drifts',
    'reverted',
    'decisions',
    'decision-records',
    'intents',
    'proposals',
  ];
  return [
    ...lists.map((list) => `/api/v1/${list}?limit=200`),
    ...lists.slice(1).map((list) => `/api/v1/${list}?stack=${name}`),
    `/api/v1/stacks/${name}`,
    `/api/v1/stacks/${name}/scans`,
    `/api/v1/stacks/${name}/scans/${scan}`,
    `/api/v1/stacks/${name}/declared-intents`,
    `/api/v1/stacks/${name}/open-drifts`,
    `/api/v1/stacks/${name}/open-questions`,
    `/api/v1/stacks/${name}/closed-drifts`,
    `/api/v1/intents/${intentId(mark)}`,
    `/api/v1/intents/${driftId(mark)}`,
    `/api/v1/ledger?stack=${name}&address=aws_sqs_queue.${mark}_0`,
    '/api/v1/jobs/dead',
    '/api/v1/queues',
  ];
}

const cursors = [
  '/api/v1/scans',
  '/api/v1/drifts',
  '/api/v1/open-drifts',
  '/api/v1/open-questions',
  '/api/v1/closed-drifts',
  '/api/v1/intents',
  '/api/v1/proposals',
];

describe('data of one tenant', () => {
  it('is in no response to another', async () => {
    const mark = fc.stringMatching(/^mark[a-z]{12}$/);
    // Both tenants have a stack `tools`.
    const stack = fc.constantFrom('tools', 'theirs');
    await fc.assert(
      fc.asyncProperty(mark, stack, fc.integer({ min: 1, max: 3 }), async (theirs, name, count) => {
        const key = { tenant: api.other, stack: name };
        const { id } = await api.store.runs.keep(key, markedRun(theirs, count), () => []);
        await api.store.proposals.put(markedProposal(key, theirs));
        await api.store.project(key).declareIntent({
          id: intentId(theirs, 9),
          time: '2026-03-14T03:00:00.000Z',
          body: { by: theirs, at: 'a.b', field: 'c', want: { present: true }, because: theirs },
        });
        const letter = {
          queue: 'reconcile' as const,
          id: `reconcile-${theirs}`,
          job: { tenant: api.other, stack: name, cause: 'person' },
          attempts: 3,
          problem: { code: 'x', message: theirs },
          time: '2026-03-14T08:00:00.000Z',
        };
        const asked = open({ ...api.deps, queues: fakeQueues([letter]) });
        const read = async (path: string, token: TokenName) =>
          (await asked.call(path, { headers: bearer(token) })).text();
        const seen: string[] = [];
        for (const path of paths(theirs, id, name)) {
          const isAdmin = /jobs|queues/.test(path);
          const text = await read(path, isAdmin ? 'admin' : 'read');
          expect([path, text.includes(theirs)]).toEqual([path, false]);
          seen.push(await read(path, 'other'));
        }
        // The owner does see it; otherwise the check above would prove nothing.
        expect(seen.filter((text) => text.includes(theirs)).length).toBeGreaterThan(10);
        for (const path of cursors) {
          const { next } = JSON.parse(await read(`${path}?limit=1`, 'other'));
          if (next === undefined) continue;
          expect(await read(`${path}?cursor=${next}`, 'read')).not.toContain(theirs);
        }
      }),
      { numRuns: 15 },
    );
  });
});
