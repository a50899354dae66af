import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { loadConfiguration } from '../../code/terraform/config/load.ts';
import { naming, type Program } from '../../code/terraform/program.ts';
import { type ProjectFiles, readProject } from '../../code/terraform/project/read.ts';
import { findTop } from '../../code/terraform/repository/top.ts';
import { parseState } from '../../code/terraform/state/parse.ts';
import { readConfig } from '../../config/read.ts';
import type { ConfigFile } from '../../config/schema.ts';
import { formatProblem, type Problem } from '../../model/result.ts';
import type { SourceTree } from '../../model/source-tree.ts';
import { formatCount } from '../../model/words.ts';
import type { Io } from '../../ports/io.ts';
import { brokenCode } from '../../reconcile/managed/load-project.ts';
import { readState } from '../run/state.ts';
import { chooseProgram } from '../verify/program.ts';
import type { DoctorFinding } from './finding.ts';

export interface ProjectFindings {
  readonly findings: readonly DoctorFinding[];
  /** The program that reads and applies the code; undefined where neither one is installed. */
  readonly program: Program | undefined;
}

/** Checks the settings, code, modules and state of the project in `folder`. */
export async function checkProject(
  io: Io,
  folder: string,
  settings?: string,
): Promise<ProjectFindings> {
  const config = await readConfig(folder, settings);
  const binary = config.ok ? config.value.terraform.binary : undefined;
  const read = await readProject(folder, { top: await findTop(folder) });
  const tree: SourceTree = read.ok ? read.value.tree : new Map();
  const program = await chooseProgram(io, folder, tree, binary);
  const findings = [
    await checkSettings(folder, config.ok ? undefined : config.error),
    ...(read.ok ? checkCode(read.value, program) : [wrong('code', read.error)]),
    await checkState(folder, config.ok ? config.value : undefined),
  ];
  return { findings, program };
}

async function checkSettings(folder: string, problem: Problem | undefined): Promise<DoctorFinding> {
  const name = 'settings';
  if (problem !== undefined) return wrong(name, problem);
  const there = await access(join(folder, 'parley.yaml')).then(
    () => true,
    () => false,
  );
  return {
    name,
    state: there ? 'ok' : 'missing',
    detail: there ? 'parley.yaml' : '',
    advice: 'Optional: `parley init` writes a commented parley.yaml.',
    required: false,
  };
}

function checkCode(
  { tree, links, unread }: ProjectFiles,
  program: Program | undefined,
): readonly DoctorFinding[] {
  const product = program === undefined ? {} : { product: program };
  const { configuration, problems } = loadConfiguration(tree, { links, unread, ...product });
  const broken = brokenCode(problems);
  if (broken !== undefined) return [wrong('code', broken)];
  const modules = [...configuration.modules.values()];
  const resources = modules.reduce((sum, { resources }) => sum + resources.size, 0);
  const code: DoctorFinding = {
    name: 'code',
    state: 'ok',
    detail: `${formatCount(resources, 'resource block')} in ${formatCount(modules.length, 'module')}`,
    advice: '',
    required: true,
  };
  const absent = problems.filter(({ code }) => code === 'module-not-found');
  if (absent.length === 0) return [code];
  const missing: DoctorFinding = {
    name: 'modules',
    state: 'missing',
    detail: absent.map(({ message }) => message).join(' '),
    advice: naming(
      program,
      'Run `terraform init` for modules from a registry: they are evaluated where it puts them.',
    ),
    required: false,
  };
  return [code, missing];
}

async function checkState(folder: string, config: ConfigFile | undefined): Promise<DoctorFinding> {
  const name = 'state';
  const read = await readState(folder, undefined, config?.state);
  if (!read.ok) {
    const { message, hint = '' } = read.error;
    return { name, state: 'missing', detail: message, advice: hint, required: false };
  }
  const state = parseState(read.value.bytes, read.value.file);
  if (!state.ok) return wrong(name, state.error);
  const { serial, resources } = state.value;
  const detail = `${read.value.file}, serial ${serial}, ${formatCount(resources.length, 'resource')}`;
  return { name, state: 'ok', detail, advice: '', required: false };
}

function wrong(name: string, problem: Problem): DoctorFinding {
  const { hint = '', ...rest } = problem;
  return { name, state: 'wrong', detail: formatProblem(rest), advice: hint, required: true };
}
