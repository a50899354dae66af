import { cp, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openProjectStore } from '../../../../app/history/open-store.ts';
import { composeRun } from '../../../../app/run/compose.ts';
import { type RunOptions, runOptions } from '../../../../app/run/options.ts';
import { recordRun } from '../../../../app/run/record.ts';
import type { Report } from '../../../../model/report.ts';
import type { ExitCode, Io } from '../../../../ports/io.ts';
import { renderClosed, renderFinding } from '../../../../present/terminal/open.ts';
import { printProblem } from '../../../../present/terminal/print-problem.ts';
import { terminalText } from '../../../../present/terminal/safe.ts';
import { createStyle } from '../../../../present/terminal/style.ts';
import { run } from '../../../../reconcile/run.ts';
import { runReconcile } from '../run/root.ts';
import { commitDemo } from './repository.ts';

/** The bundled project with its log. */
const fixture = dirname(createRequire(import.meta.url).resolve('#fixtures/demo/parley.yaml'));

/** A fixed time, so that holds and terms are the same whenever the demo runs. */
const morning = '2026-03-14T08:00:00.000Z';

const anHourLater = '2026-03-14T09:00:00.000Z';

/** `parley demo`: one night of a storefront, reconciled into branches of a fresh repository. */
export async function runNight(given: Io): Promise<ExitCode> {
  // The demo keeps its store in its own folder.
  const io = { ...given, env: { ...given.env, PARLEY_STORE: undefined } };
  const folder = await mkdtemp(join(tmpdir(), 'parley-demo-'));
  await cp(join(fixture, 'project'), folder, { recursive: true });
  await mkdir(join(folder, '.parley'));
  await writeFile(join(folder, '.parley', '.gitignore'), '*\n');
  const isRepository = await commitDemo(folder, io, 'Storefront, as applied');
  const store = await openProjectStore(io, folder);
  if (!store.ok) return printProblem(io, store.error);
  await store.value.close();
  io.err(
    `A Terraform project of a storefront, and an hour of its CloudTrail log, in ${folder}\n\n`,
  );
  const options = runOptions({
    dir: folder,
    state: join(fixture, 'terraform.tfstate'),
    config: join(fixture, 'parley.yaml'),
  });
  const code = await runReconcile(
    { ...io, now: () => morning },
    {
      ...options,
      log: { events: [join(fixture, 'events')] },
      delivery: isRepository ? { pr: true } : { write: true },
      output: { report: join(folder, '.parley', 'report.json') },
    },
  );
  if (code !== 0) return code;
  const next = { ...io, now: () => anHourLater };
  const later = await scanLater(next, {
    ...options,
    log: { events: [join(fixture, 'later')] },
  });
  if (later !== 0) return later;
  await printNext(io, folder, isRepository);
  return 0;
}

function commandOf({ env }: Io): string {
  if (import.meta.url.endsWith('.ts')) return 'npx tsx src/cli.ts';
  return env['npm_lifecycle_event'] === 'demo' ? 'node dist/src/cli.js' : 'parley';
}

/** Prints commands that can be pasted. They start with the command that started the demo. */
async function printNext(io: Io, folder: string, isRepository: boolean): Promise<void> {
  const style = createStyle(io.color);
  const file = join(folder, '.parley', 'report.json');
  const report: Pick<Report, 'proposals' | 'intents'> = JSON.parse(await readFile(file, 'utf8'));
  const { branch } = report.proposals[0] ?? {};
  const command = commandOf(io);
  io.out(`\n${style.bold('Next steps')}\n`);
  if (isRepository) {
    io.out(`  git -C ${folder} log --all --oneline --graph\n`);
    if (branch !== undefined) io.out(`  git -C ${folder} show ${branch}\n`);
  } else io.out('  git is not installed: the patches are in the files instead of on branches.\n');
  for (const { id } of report.intents.slice(0, 1)) {
    io.out(`  ${command} explain ${id} --report ${file}\n`);
  }
}

/** The scan one hour later: its log has no events of the night, but the open drift remains. */
async function scanLater(io: Io, options: RunOptions): Promise<ExitCode> {
  const composed = await composeRun(io, options);
  if (!composed.ok) return printProblem(io, composed.error);
  const result = await run(composed.value.input);
  if (!result.ok) return printProblem(io, result.error);
  const { report } = result.value;
  const style = createStyle(io.color);
  const { read } = report.inputs.events;
  const text = [
    style.bold(`The scan of the next hour: ${read} audit record, none about that night`),
    renderFinding(report),
    '',
    renderClosed(report, style),
  ].join('\n');
  io.out(`\n${terminalText(text, io.color)}\n`);
  const { schema } = composed.value.input.providers;
  await recordRun(io, options, { report, written: [], schema, result: result.value });
  return 0;
}
