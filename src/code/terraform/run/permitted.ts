import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Problem } from '../../../model/result.ts';
import { displayText } from '../../../model/text.ts';
import type { Body } from '../../hcl/syntax/ast.ts';
import { lineColumn } from '../../hcl/syntax/diagnostics.ts';
import type { ProviderBlock } from '../config/blocks.ts';
import { nestedType } from '../config/body.ts';
import { loadConfiguration } from '../config/load.ts';
import { readProject } from '../project/read.ts';
import type { PlanCopy } from './copy.ts';

/** What code may start on a machine that is not its author's. */
export interface Permissions {
  /** Sources of providers: `hashicorp/aws`, `datadog/*`, `example.com/own/tool`. */
  readonly providers: readonly string[];
  /** Programs that providers may start to sign in: `aws`. */
  readonly programs: readonly string[];
}

/**
 * These providers run programs or send requests given in the code, so patterns do not include them.
 */
const onlyByName: ReadonlySet<string> = new Set(['hashicorp/external', 'hashicorp/http']);

/**
 * Finds something that a copy would start without permission: an installed provider, or a program
 * that the code of its modules starts. Undefined if there is nothing of that kind. Before `init`,
 * third-party modules may be missing; afterwards, no code may be unknown.
 */
export async function findForbidden(
  { dir, homes }: Pick<PlanCopy, 'dir' | 'homes'>,
  permissions: Permissions,
  isInstalled: boolean,
): Promise<Problem | undefined> {
  for (const source of await installedSources(join(dir, '.terraform', 'providers'))) {
    if (!isPermitted(source, permissions.providers)) return forbiddenProvider(source);
  }
  const read = await readProject(dir, { needsCode: false, top: homes.base, isClosed: true });
  if (!read.ok) return read.error;
  const { tree, ...rest } = read.value;
  const { configuration, problems } = loadConfiguration(tree, rest);
  const unread = problems.find(({ code }) => hiding(isInstalled).includes(code));
  if (unread !== undefined) return placed(unread, relative(homes.base, dir));
  for (const { providers } of configuration.modules.values()) {
    for (const provider of providers.values()) {
      const found = forbiddenIn(provider, permissions.programs);
      if (found !== undefined) return placed(found, relative(homes.base, dir));
    }
  }
  return undefined;
}

/** Problems that prevent some code from being checked. */
function hiding(isInstalled: boolean): readonly string[] {
  const always = ['unreadable-file', 'syntax-error'];
  if (!isInstalled) return always;
  return [...always, 'module-not-found', 'module-recursion', 'module-source'];
}

/** Installed providers, by Terraform's layout `HOST/NAMESPACE/TYPE`. */
async function installedSources(folder: string): Promise<readonly string[]> {
  const below = async (path: string) => {
    const names = await readdir(join(folder, path)).catch(() => []);
    return names.sort().map((name) => (path === '' ? name : `${path}/${name}`));
  };
  let paths = await below('');
  for (let depth = 0; depth < 2; depth += 1) paths = (await Promise.all(paths.map(below))).flat();
  return paths.map((path) => path.replace(/^registry\.(?:terraform\.io|opentofu\.org)\//, ''));
}

function isPermitted(source: string, patterns: readonly string[]): boolean {
  if (patterns.includes(source)) return true;
  if (onlyByName.has(source)) return false;
  return patterns.some((each) => each.endsWith('/*') && isDirectlyIn(source, each.slice(0, -1)));
}

function isDirectlyIn(source: string, namespace: string): boolean {
  return source.startsWith(namespace) && !source.slice(namespace.length).includes('/');
}

/**
 * Arguments naming files that may determine which program provides credentials. They must come from
 * the machine, not from the code.
 */
const credentialFiles: ReadonlySet<string> = new Set([
  'shared_config_files',
  'shared_credentials_file',
  'shared_credentials_files',
  'config_path',
  'config_paths',
]);

function forbiddenIn(
  { name, file, block, overrides }: ProviderBlock,
  programs: readonly string[],
): Problem | undefined {
  for (const layer of [{ file, block }, ...overrides]) {
    const found = findIn(layer.file.text, layer.block.body, programs);
    if (found === undefined) continue;
    const at = lineColumn(layer.file.text, found.start);
    return {
      code: 'program-not-permitted',
      message: `provider ${displayText(name, 60)} ${found.does}, and the settings of the stack do not permit it.`,
      place: { file: layer.file.path, ...at },
      hint: found.hint,
    };
  }
  return undefined;
}

interface Found {
  readonly start: number;
  readonly does: string;
  readonly hint: string;
}

function findIn(text: string, body: Body, programs: readonly string[]): Found | undefined {
  for (const item of body.items) {
    if (item.kind === 'attribute' && credentialFiles.has(item.name)) {
      const does = `takes credentials from a file that the code names (${item.name})`;
      const hint =
        'Give the worker its credentials in the environment, and leave the argument out.';
      return { start: item.start, does, hint };
    }
    // Terraform does not read what does not parse here either.
    if (item.kind === 'broken') continue;
    const isExec = item.kind === 'attribute' ? item.name === 'exec' : nestedType(item) === 'exec';
    if (isExec) {
      const program = programIn(text.slice(item.start, item.end));
      if (program === undefined || !programs.includes(program)) return starts(item.start, program);
    } else if (item.kind === 'block') {
      const inner = findIn(text, item.body, programs);
      if (inner !== undefined) return inner;
    }
  }
  return undefined;
}

/**
 * The program that a literal `command` names. Undefined if there are several, or if environment
 * variables are set.
 */
function programIn(text: string): string | undefined {
  const commands = [...text.matchAll(/\bcommand"?\s*[=:]\s*(\S[^\n,}]*)/g)];
  const [first] = commands;
  // With environment variables, any program could be made to start another one.
  if (first === undefined || commands.length > 1 || /\benv\b/.test(text)) return undefined;
  return /^"([\w.-]+)"\s*(?:#.*)?$/.exec((first[1] ?? '').trim())?.[1];
}

function starts(start: number, program: string | undefined): Found {
  const what = program === undefined ? 'a program' : displayText(program, 60);
  return {
    start,
    does: `starts ${what} to sign in`,
    hint: 'Name the program in `programs` of the stack, if it may run where the service does.',
  };
}

function forbiddenProvider(source: string): Problem {
  const name = displayText(source, 120);
  return {
    code: 'provider-not-permitted',
    message: `The code uses the provider ${name}, which the settings of the stack do not permit.`,
    hint: `Name it in \`providers\` of the stack, if it may run where the service does.`,
  };
}

/**
 * The problem with a path from the top of the repository; paths in the tree start at the root
 * module.
 */
function placed(problem: Problem, root: string): Problem {
  const { place } = problem;
  if (place === undefined || root === '') return problem;
  return { ...problem, place: { ...place, file: join(root, place.file) } };
}
