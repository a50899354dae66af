import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Terraform } from './terraform.ts';

/** A root of a project that has several, with the inputs of one state. */
export interface ProjectStack {
  /** Folder within the project. */
  readonly root: string;
  readonly workspace?: string;
  /** Path relative to the root. */
  readonly varFile?: string;
}

/** The stacks of a project, from `stacks.json`; the project itself if it has a single root. */
export function stacksOf(dir: string): readonly ProjectStack[] {
  const file = join(dir, 'stacks.json');
  if (!existsSync(file)) return [{ root: '.' }];
  return JSON.parse(readFileSync(file, 'utf8')) as readonly ProjectStack[];
}

/** Where Terraform keeps what `init` installs: each stack has its own modules and workspace. */
export function stackData(dataDir: string, index: number): string {
  return index === 0 ? dataDir : `${dataDir}-${index}`;
}

/** `app (prod)` for a stack with a workspace, else just the root. */
export function titleOfStack({ root, workspace }: ProjectStack): string {
  return workspace === undefined ? root : `${root} (${workspace})`;
}

/** Arguments for Parley. */
export function stackArgs({ varFile, workspace }: ProjectStack): readonly string[] {
  return [
    ...(varFile === undefined ? [] : ['--var-file', varFile]),
    ...(workspace === undefined ? [] : ['--workspace', workspace]),
  ];
}

/** Arguments for `plan` and `apply`. */
export function inputsOf({ varFile }: ProjectStack): readonly string[] {
  return varFile === undefined ? [] : [`-var-file=${varFile}`];
}

/** Selects the workspace of a stack, which Terraform remembers in the data folder. */
export async function selectWorkspace(terraform: Terraform, stack: ProjectStack): Promise<void> {
  const { workspace } = stack;
  if (workspace === undefined) return;
  const { code, stderr } = await terraform.run(['workspace', 'select', '-or-create', workspace]);
  if (code !== 0) throw new Error(stderr);
}

/** Path of a stack's state in a copy of its project. */
export function stateFile(dir: string, { root, workspace }: ProjectStack): string {
  const folder = workspace === undefined ? '' : join('terraform.tfstate.d', workspace);
  return join(dir, root, folder, 'terraform.tfstate');
}
