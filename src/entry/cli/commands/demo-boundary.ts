import { cp, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openProjectStore } from '../../../app/history/open-store.ts';
import type { ExitCode, Io } from '../../../ports/io.ts';
import { printProblem } from '../../../present/terminal/print-problem.ts';
import { createStyle } from '../../../present/terminal/style.ts';
import { commitDemo } from './demo-repository.ts';
import { runReceiptVerify } from './receipt.ts';
import { type PushOptions, runResourcesPush } from './resources.ts';
import { runResourcesDiff, runResourcesStatus } from './resources-look.ts';
import { runSync } from './sync.ts';

const fixture = join(
  dirname(createRequire(import.meta.url).resolve('#fixtures/demo/parley.yaml')),
  'boundary',
);

const options: PushOptions = { dir: '.', tenant: 'default' };
const file = 'my-app-vm.yaml';
const name = 'my-app-vm';

interface Step {
  /** As one would type it. */
  readonly command: string;
  readonly run: (io: Io) => Promise<ExitCode>;
}

/** `parley demo --boundary`: a machine is declared, becomes code, is changed, and leaves receipts. */
export async function runBoundaryDemo(given: Io): Promise<ExitCode> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-demo-'));
  const unset = { PARLEY_STORE: undefined, PARLEY_REGISTRY: undefined, PARLEY_KINDS: undefined };
  const io = { ...given, cwd: folder, env: { ...given.env, ...unset } };
  await cp(fixture, folder, { recursive: true });
  await mkdir(join(folder, '.parley'));
  await writeFile(join(folder, '.parley', '.gitignore'), '*\n');
  const isRepository = await commitDemo(folder, io, 'Kinds and modules');
  const store = await openProjectStore(io, '.');
  if (!store.ok) return printProblem(io, store.error);
  await store.value.close();
  io.err(`A kind of resource, and one that is declared, in ${folder}\n`);
  const style = createStyle(io.color);
  for (const { command, run } of stepsOf(folder, isRepository)) {
    io.out(`\n${style.bold(`$ ${command}`)}\n`);
    const code = await run(io);
    if (code !== 0) return code;
  }
  if (isRepository) io.out(`\n${style.bold('Look further')}\n  git -C ${folder} log -p -- apps\n`);
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
    run: (io) => runSync(io, { ...options, code: '.', ...how }),
  };
  const edit: Step = {
    command: `sed -i 's/size: small/size: large/' ${file}`,
    async run() {
      const path = join(folder, file);
      const text = await readFile(path, 'utf8');
      await writeFile(path, text.replace('size: small', 'size: large'));
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
  const verify: Step = {
    command: 'parley receipt verify',
    run: (io) => runReceiptVerify(io, undefined, { dir: '.', tenant: 'default' }),
  };
  return [push, sync, edit, push, diff, sync, status, verify];
}
