import { execFile } from 'node:child_process';
import { access } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { ExitCode, Io } from '../io.ts';
import { createStyle, type Style } from '../render/style.ts';

interface Finding {
  readonly name: string;
  readonly state: 'ok' | 'missing' | 'too old';
  readonly detail: string;
  /** What it is good for, and how to get it. */
  readonly advice: string;
  /** Parley does not work without it. */
  readonly required: boolean;
}

/** `parley doctor`: what this machine and folder have, what is missing and how to get it. */
export async function runDoctor(io: Io, dir: string): Promise<ExitCode> {
  const folder = resolve(io.cwd, dir);
  const findings = [
    checkNode(),
    await checkGit(io),
    await checkTerraform(io),
    await checkFile(folder, 'parley.yaml', 'Run `parley init` to write one; it is optional.'),
    await checkFile(
      folder,
      '.terraform/modules/modules.json',
      'Run `terraform init`: without it registry modules are not evaluated. Projects without such modules do not need it.',
    ),
  ];
  const style = createStyle(io.color);
  io.out(`${findings.map((finding) => render(finding, style)).join('\n')}\n`);
  return findings.some(({ required, state }) => required && state !== 'ok') ? 1 : 0;
}

function render({ name, state, detail, advice }: Finding, style: Style): string {
  const mark = state === 'ok' ? style.green('ok     ') : style.yellow(state.padEnd(7));
  const head = `${mark} ${name.padEnd(12)} ${detail}`.trimEnd();
  return state === 'ok' ? head : `${head}\n        ${style.dim(advice)}`;
}

function checkNode(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const enough = major > 20 || (major === 20 && minor >= 19);
  return {
    name: 'node',
    state: enough ? 'ok' : 'too old',
    detail: process.versions.node,
    advice: 'Parley needs Node.js 20.19 or later: https://nodejs.org',
    required: true,
  };
}

async function checkGit(io: Io): Promise<Finding> {
  const version = await versionOf(io, 'git', ['--version']);
  return {
    name: 'git',
    state: version === undefined ? 'missing' : 'ok',
    detail: version?.replace('git version ', '') ?? '',
    advice: 'Needed for --pr (branches); --write works without it: https://git-scm.com',
    required: false,
  };
}

async function checkTerraform(io: Io): Promise<Finding> {
  const terraform = await versionOf(io, 'terraform', ['version']);
  const found = terraform ?? (await versionOf(io, 'tofu', ['version']));
  return {
    name: 'terraform',
    state: found === undefined ? 'missing' : 'ok',
    detail: found ?? '',
    advice:
      'Needed for --verify plan only: install terraform or tofu. Patches are verified by evaluation without it.',
    required: false,
  };
}

async function checkFile(folder: string, file: string, advice: string): Promise<Finding> {
  const there = await access(join(folder, file)).then(
    () => true,
    () => false,
  );
  return { name: file, state: there ? 'ok' : 'missing', detail: '', advice, required: false };
}

const run = promisify(execFile);

async function versionOf(
  io: Io,
  command: string,
  args: readonly string[],
): Promise<string | undefined> {
  try {
    const { stdout } = await run(command, args, {
      timeout: 10_000,
      env: { PATH: io.env['PATH'], HOME: io.env['HOME'] },
    });
    return stdout.split('\n')[0]?.trim();
  } catch {
    return undefined;
  }
}
