import { afterEach, describe, expect, it } from 'vitest';
import { Stack } from '../../../src/config/service/stacks.ts';
import { valued } from '../../adapters/forge/servers/forges.ts';
import { hostileSentences } from '../../adapters/llm/hostile.ts';
import { answerEach, startEndpoint } from '../../adapters/llm/server.ts';
import { openTestServiceStore } from '../../adapters/store/service-store.ts';
import { memoryChange, person, record } from '../../entry/cli/records.ts';
import { collected, createScanBench, demoFiles } from '../demo-stack.ts';
import { keepRun, openWorld } from './world.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** Two changes by one person; the rules summarise the second poorly, so that the model is asked. */
const records = [
  memoryChange('e1', 1024, person('maria@example.com')),
  record(
    'e2',
    'lambda',
    'UpdateFunctionConfiguration20150331v2',
    { functionName: 'storefront-prod-search', description: 'Finds products' },
    person('maria@example.com'),
  ),
] as unknown as Parameters<typeof collected>[0];

/**
 * Everything that the service writes for people about one scan: pull requests, Slack, webhooks,
 * pages.
 */
async function writtenWith(summary: string) {
  const endpoint = await startEndpoint((asked) =>
    answerEach(asked, ({ changes }) => ({
      summary,
      purpose: 'hotfix',
      confidence: 1,
      evidence: changes.map(({ id }) => id),
    })),
  );
  closing.push(() => endpoint.close());
  const { store, stop } = await openTestServiceStore();
  closing.push(stop);
  const bench = createScanBench({
    store,
    stack: ({ path }) => Stack.parse({ name: 'shop', repository: path, forge: 'hub' }),
    settings: {
      model: {
        ...{ name: 'test', base_url: endpoint.url, tasks: ['sessions'], timeout: 120, retries: 0 },
      },
    },
  });
  closing.push(() => bench.close());
  bench.repository.commit(demoFiles());
  await bench.addRecords(collected(records));
  valued(await bench.scan());
  const key = { tenant: 'default', stack: 'shop' };
  const run = await store.runs.latest(key);
  if (run === undefined) throw new Error('nothing was recorded');
  const planned = await store.runs.planned(key, run.id);
  const world = await openWorld(store);
  closing.push(() => world.stop());
  await keepRun(world, run.report, planned);
  valued(await world.notify('drift'));
  valued(await world.notify('hook'));
  const messages = world.workspace.messages();
  return {
    ...{ report: run.report, asked: endpoint.asked.length, planned, messages },
    payloads: world.payloads,
  };
}

/**
 * Praise, a claimed approval, and speaking for a team; the command line is tested with all of them.
 */
const sentences = hostileSentences.filter((one) =>
  /wonderful|approved by the platform|on behalf of/.test(one),
);

describe('a hostile model', () => {
  it.each(sentences)('that says %j is shown nowhere in the service', async (sentence) => {
    const { report, asked, planned, messages, payloads } = await writtenWith(sentence);
    const [first = sentence] = sentence.split('\n');

    expect(sentences).toHaveLength(3);
    expect(asked).toBeGreaterThan(0);
    expect(report.advice).toMatchObject({ rejected: 1 });
    for (const sink of [planned, messages, payloads]) expect(sink.length).toBeGreaterThan(0);
    expect(JSON.stringify([report, planned, messages, payloads])).not.toContain(
      JSON.stringify(first).slice(1, -1),
    );
  });

  it('that is believed is quoted as an interpretation, and names no commit or pull request', async () => {
    const { report, planned } = await writtenWith('Described search');

    expect(JSON.stringify(report)).toContain('Described search');
    for (const { title, message, branch } of planned) {
      expect(JSON.stringify([title, message, branch])).not.toMatch(/described|\(hotfix/i);
    }
  });
});
