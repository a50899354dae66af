import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Program } from '../../code/terraform/program.ts';
import type { Io } from '../../ports/io.ts';
import type { DoctorFinding } from './finding.ts';

/**
 * Checks Node and the programs that some flags need. `program` is the one that the project uses.
 */
export async function checkMachine(
  io: Io,
  program: Program | undefined,
): Promise<readonly DoctorFinding[]> {
  return [checkNode(process.versions.node), await checkGit(io), await checkProgram(io, program)];
}

/** `version` is the version of Node, such as `20.19.0`. */
export function checkNode(version: string): DoctorFinding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const enough = major > 20 || (major === 20 && minor >= 19);
  return {
    name: 'node',
    state: enough ? 'ok' : 'too old',
    detail: version,
    advice: 'Parley needs Node.js 20.19 or later: https://nodejs.org',
    required: true,
  };
}

async function checkGit(io: Io): Promise<DoctorFinding> {
  const version = await versionOf(io, 'git', ['--version']);
  return {
    name: 'git',
    state: version === undefined ? 'missing' : 'ok',
    detail: version?.replace('git version ', '') ?? '',
    advice: 'Needed for --pr (branches); --write works without it: https://git-scm.com',
    required: false,
  };
}

async function checkProgram(io: Io, program: Program | undefined): Promise<DoctorFinding> {
  const found = program && (await versionOf(io, program, ['version']));
  const install =
    program === undefined
      ? 'install terraform or tofu; where both are, name one in parley.yaml (terraform: binary)'
      : `install ${program}, which this project uses`;
  return {
    name: program ?? 'terraform',
    state: found === undefined ? 'missing' : 'ok',
    detail: found ?? '',
    advice: `Needed for --verify plan only: ${install}. Patches are verified by evaluation without it.`,
    required: false,
  };
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
