import { cp, mkdir, mkdtemp, readFile, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openProjectStore } from '../../../../app/history/open-store.ts';
import { runOptions } from '../../../../app/run/options.ts';
import type { ExitCode, Io } from '../../../../ports/io.ts';
import { printProblem } from '../../../../present/terminal/print-problem.ts';
import { createStyle } from '../../../../present/terminal/style.ts';
import { runReceiptVerify } from '../receipt/verify.ts';
import { runResourcesDiff } from '../resources/diff.ts';
import type { PushOptions } from '../resources/publish.ts';
import { runResourcesPush } from '../resources/push.ts';
import { runResourcesStatus } from '../resources/status.ts';
import { runReconcile } from '../run/root.ts';
import { runSync } from '../sync.ts';
import { commitDemo } from './repository.ts';

const fixture = join(
  dirname(createRequire(import.meta.url).resolve('#fixtures/demo/parley.yaml')),
  'boundary',
);

const options: PushOptions = { dir: '.', tenant: 'default' };

const file = 'my-app-vm.yaml';

const name = 'my-app-vm';

interface Step {
  /** The command line as one would type it. */
  readonly command: string;
  readonly run: (io: Io) => Promise<ExitCode>;
}

/**
 * `parley demo --boundary`: a machine is declared, becomes code, is changed on both sides, and
 * leaves receipts.
 */
export async function runBoundaryDemo(given: Io): Promise<ExitCode> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-demo-'));
  const unset = { PARLEY_STORE: undefined, PARLEY_REGISTRY: undefined, PARLEY_KINDS: undefined };
  const io = { ...given, cwd: folder, env: { ...given.env, ...unset } };
  await cp(fixture, folder, { recursive: true });
  for (const dir of ['.', 'apps']) {
    await mkdir(join(folder, dir, '.parley'), { recursive: true });
    await writeFile(join(folder, dir, '.parley', '.gitignore'), '*\n');
  }
  const isRepository = await commitDemo(folder, io, 'Kinds and modules');
  for (const dir of ['.', 'apps']) {
    const store = await openProjectStore(io, dir);
    if (!store.ok) return printProblem(io, store.error);
    await store.value.close();
  }
  io.err(`A kind of resource, and one that is declared, in ${folder}\n`);
  const style = createStyle(io.color);
  for (const { command, run } of stepsOf(folder, isRepository)) {
    io.out(`\n${style.bold(`$ ${command}`)}\n`);
    const code = await run(io);
    if (code !== 0) return code;
  }
  if (isRepository) io.out(`\n${style.bold('Next steps')}\n  git -C ${folder} log -p -- apps\n`);
  return 0;
}

function stepsOf(folder: string, isRepository: boolean): readonly Step[] {
  const push: Step = {
    command: `parley resources push ${file}`,
    run: (io) => runResourcesPush(io, [file], options),
  };
  const how = isRepository ? { commit: true } : { write: true };
  const sync: Step = {
    command: `parley sync ${isRepository ? '--commit' : '--write'}`,
    run: (io) => runSync(io, { ...options, code: '.', verify: 'evaluate', ...how }),
  };
  const edit: Step = {
    command: `sed -i 's/t3.small/t3.large/' ${file}`,
    async run() {
      const path = join(folder, file);
      const text = await readFile(path, 'utf8');
      await writeFile(path, text.replace('t3.small', 't3.large'));
      return 0;
    },
  };
  const diff: Step = {
    command: `parley resources diff ${name}`,
    run: (io) => runResourcesDiff(io, name, { from: undefined, to: undefined }, options),
  };
  const status: Step = {
    command: `parley resources status ${name} --code .`,
    run: (io) => runResourcesStatus(io, name, { ...options, code: '.' }),
  };
  return [
    push,
    sync,
    edit,
    push,
    diff,
    sync,
    backStep(folder),
    diff,
    sync,
    status,
    ...verifySteps(),
  ];
}

/** Somebody enlarges the machine in the console. The change is accepted and becomes a version. */
function backStep(folder: string): Step {
  const [state, events] = ['later/terraform.tfstate', 'later/console.json'];
  return {
    command: `parley reconcile --dir apps --state ${state} --events ${events} --write`,
    async run(io) {
      // One minute after the code was written, whenever the demo runs.
      const { mtimeMs } = await stat(join(folder, 'apps', `${name}.tf`));
      const at = (minutes: number) => new Date(mtimeMs + minutes * 60_000).toISOString();
      const text = await readFile(join(folder, events), 'utf8');
      const time = at(1).replace(/\.\d+Z$/, 'Z');
      await writeFile(join(folder, events), text.replace('2026-03-14T09:12:40Z', time));
      return runReconcile(
        { ...io, now: () => at(5) },
        runOptions(
          { dir: 'apps', state },
          { log: { events: [events] }, delivery: { write: true } },
        ),
      );
    },
  };
}

function verifySteps(): readonly Step[] {
  return ['.', 'apps'].map((dir) => ({
    command: `parley receipt verify${dir === '.' ? '' : ` --dir ${dir}`}`,
    run: (io) => runReceiptVerify(io, undefined, { dir, tenant: 'default' }),
  }));
}
