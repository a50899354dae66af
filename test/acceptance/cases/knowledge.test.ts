import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { KnowledgeJudgment } from '../../../src/model/knowledge.ts';
import type { Disposition } from '../../../src/model/trace.ts';
import { answerEach, type Endpoint, startEndpoint } from '../../adapters/llm/server.ts';
import type { Case, Expectation } from '../harness/case.ts';
import { judgeCase, stirred } from '../harness/judge.ts';
import { type ParleyRun, reconcile } from '../harness/parley.ts';
import { run } from '../harness/process.ts';
import { useProject } from '../harness/project.ts';
import { runGroup } from '../harness/run.ts';
import { perform, type Workshop } from '../harness/workshop.ts';

const knowledge = useProject('knowledge');
const at = ['aws_sqs_queue.returns'];
const planned = { model: true, args: ['--verify', 'plan'] } as const;

const codified = (seconds: number): Expectation => ({
  kind: 'codified',
  at,
  in: ['main.tf'],
  writes: [`visibility_timeout_seconds = ${seconds}`],
});
const untouched = (disposition: Disposition): Expectation => ({
  kind: 'untouched',
  trace: [disposition],
});

/** A change whose record has the name and members of a call that the catalog does not know. */
function tuned(seconds: number, expectation: Expectation, reported = seconds): Case {
  return {
    name: `tuned to ${seconds} seconds`,
    by: 'console human',
    act: async ({ sqs, text, rewrite }) => {
      const queueUrl = text('aws_sqs_queue.returns');
      await sqs.setQueueAttributes({
        QueueUrl: queueUrl,
        Attributes: { VisibilityTimeout: String(seconds) },
      });
      rewrite((records) =>
        records.map((record) => ({
          ...record,
          eventName: 'TuneQueue',
          requestParameters: { queueUrl, visibilitySeconds: reported },
        })),
      );
    },
    expect: expectation,
  };
}

/** A model that says which attribute the call sets. */
function modelThatSays(attribute: string): Promise<Endpoint> {
  const changes = [{ member: 'visibilitySeconds', attribute }];
  const answer = { changes, complete: true, confidence: 0.9 };
  return startEndpoint((asked) => answerEach(asked, () => answer));
}

/** Arguments that name a settings file with the model; the project itself has none. */
function asking(workshop: Workshop, { url }: Endpoint): readonly string[] {
  const config = join(workshop.folder, 'settings.yaml');
  const model = { name: 'test', base_url: url, tasks: ['operations'], timeout: 120, retries: 0 };
  writeFileSync(config, JSON.stringify({ model }));
  return ['--config', config];
}

/** Creates the store; the settings file that comes with it plays no part here. */
async function initialize(entry: string, { folder, dir }: Workshop): Promise<void> {
  const env = { PATH: process.env['PATH'] ?? '', HOME: folder };
  const done = await run(process.execPath, [entry, 'init'], { cwd: dir, env, timeoutMs: 300_000 });
  expect(done).toMatchObject({ code: 0 });
  rmSync(join(dir, 'parley.yaml'));
}

const said = ({ report }: ParleyRun): readonly Partial<KnowledgeJudgment>[] =>
  (report?.knowledge ?? []).map(({ trust, outcome }) => ({ trust, outcome }));

const idle: ParleyRun = { code: 0, stdout: '', stderr: '', trace: [] };

/** Runs `act` on a copy, and says what is wrong with the result. */
async function faultsOf(
  one: Case,
  act: (workshop: Workshop, entry: string) => Promise<ParleyRun>,
): Promise<readonly string[]> {
  const entry = knowledge.idle ? '' : await knowledge.cli();
  const { outcome, performed } = await runGroup(knowledge, [one], planned, (workshop) =>
    knowledge.idle ? Promise.resolve(idle) : act(workshop, entry),
  );
  if (knowledge.idle) {
    const isSeen = one.expect.kind === 'untouched' || stirred(outcome, one);
    return isSeen ? [] : ['the plan shows nothing to do'];
  }
  return performed.flatMap((each) => judgeCase(outcome, one, each));
}

knowledge.describe('knowledge: a call that the catalog does not know', () => {
  it('is learned once a plan confirms what the model says, and then read without it', async () => {
    const runs: ParleyRun[] = [];
    const first = tuned(90, codified(120));
    const faults = await faultsOf(first, async (workshop, entry) => {
      const model = await modelThatSays('visibility_timeout_seconds');
      const settings = asking(workshop, model);
      await initialize(entry, workshop);
      runs.push(
        await reconcile(
          entry,
          workshop,
          { ...planned, args: [...planned.args, ...settings] },
          knowledge,
        ),
      );
      await model.close();
      rmSync(join(workshop.dir, '.parley', 'answers'), { recursive: true });
      // The call must be later than what the first run read back.
      const now = `${new Date().toISOString().slice(0, 19)}Z`;
      await perform(workshop, tuned(120, codified(120)), 1, false, now);
      const second = await reconcile(entry, workshop, { model: true, args: settings }, knowledge);
      runs.push(second);
      return second;
    });

    expect(faults).toEqual([]);
    if (knowledge.idle) return;
    expect(runs.map(said)).toEqual([
      [{ trust: 'proposed', outcome: 'confirmed' }],
      [{ trust: 'confirmed', outcome: 'open' }],
    ]);
    expect(runs.map(({ report }) => report?.patches.length)).toEqual([1, 1]);
    expect(runs.map(({ report }) => report?.tokens)).toEqual([
      { prompt: 100, completion: 20 },
      { prompt: 0, completion: 0 },
    ]);
  }, 900_000);

  it.each([
    ['the log has another value than the cloud', 'visibility_timeout_seconds', 100, 'drift'],
    ['the model names another attribute', 'delay_seconds', 90, 'reverted'],
  ] as const)(
    'changes nothing where %s',
    async (_, attribute, reported, disposition) => {
      const runs: ParleyRun[] = [];
      const faults = await faultsOf(
        tuned(90, untouched(disposition), reported),
        async (workshop, entry) => {
          const model = await modelThatSays(attribute);
          const args = [...planned.args, ...asking(workshop, model)];
          const only = await reconcile(entry, workshop, { ...planned, args }, knowledge);
          await model.close();
          runs.push(only);
          return only;
        },
      );

      expect(faults).toEqual([]);
      if (knowledge.idle) return;
      expect(runs.map(said)).toEqual([[{ trust: 'proposed', outcome: 'contradicted' }]]);
    },
    900_000,
  );
});
