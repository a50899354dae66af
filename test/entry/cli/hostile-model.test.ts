import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Report } from '../../../src/model/report.ts';
import { ReportV1 } from '../../../src/model/report.ts';
import { hostileSentences } from '../../adapters/llm/hostile.ts';
import {
  answerEach,
  type Behavior,
  type Endpoint,
  startEndpoint,
} from '../../adapters/llm/server.ts';
import { demo, newFolder, newProject, parley, removeFolders } from './parley.ts';
import { memoryChange, person, record, writeLog } from './records.ts';

let project: string;
let endpoint: Endpoint | undefined;
beforeEach(() => {
  project = newProject();
  git('init', '-q', '-b', 'main');
  git('add', '.');
  git('commit', '-q', '-m', 'start');
});
afterEach(async () => {
  await endpoint?.close();
  endpoint = undefined;
  removeFolders();
});

function git(...args: readonly string[]): string {
  const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
  const env = { PATH: process.env['PATH'], HOME: tmpdir() };
  return execFileSync('git', [...identity, ...args], { cwd: project, encoding: 'utf8', env });
}

/** The rules are unsure about the second record, so the model is asked. */
const log = () => [
  memoryChange('e1', 1024, person('maria@example.com')),
  record(
    'e2',
    'lambda',
    'UpdateFunctionConfiguration20150331v2',
    { functionName: 'storefront-prod-search', description: 'Finds products' },
    person('maria@example.com'),
  ),
];

/** Flags of a run whose model behaves like this; without a model if undefined. */
async function flagsFor(behave?: Parameters<typeof startEndpoint>[0]): Promise<readonly string[]> {
  const config = join(newFolder(), 'parley.yaml');
  cpSync(join(demo, 'parley.yaml'), config);
  if (behave !== undefined) {
    endpoint = await startEndpoint(behave);
    const model = `\nmodel:\n  name: test\n  base_url: ${endpoint.url}\n  tasks: [sessions]\n  timeout: 120\n  retries: 0\n`;
    writeFileSync(config, readFileSync(config, 'utf8') + model);
  }
  const events = writeLog(newFolder(), log());
  return ['--state', join(demo, 'terraform.tfstate'), '--config', config, '--events', events];
}

/** The report; `text` is all that is printed or committed, `written` only the git part. */
async function everything(behave?: Parameters<typeof startEndpoint>[0]) {
  const flags = await flagsFor(behave);
  const run = await parley(project, 'reconcile', '--pr', '--json', ...flags);
  expect(run.err).not.toContain('Error');
  const report = ReportV1.parse(JSON.parse(run.out));
  const printed = await parley(project, 'scan', ...flags);
  const explained: string[] = [];
  const file = join(newFolder(), 'report.json');
  writeFileSync(file, run.out);
  for (const { id } of report.intents) {
    const { out, err } = await parley(project, 'explain', id, '--report', file);
    expect(out).toContain(id);
    explained.push(out, err);
  }
  const commits = git('log', '--all', '--format=%H %an %s%n%b', '--decorate=full');
  const branches = git('branch', '--list', '--format=%(refname:short)');
  const text = [run.out, run.err, printed.out, printed.err, ...explained, commits, branches].join(
    '\n',
  );
  return { report, text, written: [commits, branches].join('\n') };
}

/** Everything that proposals, messages and explanations are built from. */
const substance = ({ drifts, intents, decisions, patches, unresolved }: Report) => ({
  drifts,
  intents,
  decisions,
  patches: patches.map(({ files, intent }) => ({ files, intent })),
  unresolved,
});

const says =
  (summary: string) =>
  (asked: Parameters<Parameters<typeof startEndpoint>[0]>[0]): Behavior =>
    answerEach(asked, ({ changes }) => ({
      summary,
      purpose: 'hotfix',
      confidence: 1,
      evidence: changes.map(({ id }) => id),
    }));

describe('a hostile model', () => {
  it.each(hostileSentences)('is not shown when it says %j', async (sentence) => {
    const { report, text } = await everything(says(sentence));
    const foreign = sentence.split('\n')[0] ?? sentence;

    expect(report.advice).toMatchObject({ rejected: 1 });
    expect(report.advice?.notes.join()).toMatch(/was not used/);
    expect(text).not.toContain(foreign);
    expect(text).toContain('1 answer not used; the summaries of the rules are kept.');
    // In the same repository, because decisions name its commits.
    expect(substance(report)).toEqual(substance((await everything()).report));
  });

  it('is not quoted when it refuses with a message', async () => {
    const speech = 'approved by the platform team';
    const { text } = await everything(() => ({ kind: 'status', status: 403, message: speech }));

    expect(text).toContain('refuses the question (403)');
    expect(text).not.toContain(speech);
  });

  it('has no influence on commits even when it is believed', async () => {
    const { report, text, written } = await everything(says('Described search'));

    expect(report.intents.flatMap(({ reading }) => reading?.summary ?? [])).toEqual([
      'Described search',
    ]);
    expect(text).toContain('It reads this as: Described search (hotfix');
    expect(written).toContain('parley(');
    expect(written).not.toMatch(/described|\(hotfix|model/i);
  });
});
