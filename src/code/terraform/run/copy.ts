import { mkdir, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Result } from '../../../model/result.ts';
import { ok } from '../../../model/result.ts';
import { copyParts } from './copy-parts.ts';
import type { InstallPlace } from './install-place.ts';
import { type CopyHomes, inside, outside, replaceFiles } from './replace.ts';
import { openScratch } from './scratch/open.ts';
import type { SeenDifferences } from './seen.ts';

export interface PlanCopyInput {
  /** Project root on disk, which is only read. */
  readonly project: string;
  /** Folder of the root module within the project. */
  readonly root?: string;
  /**
   * Files and folders to copy in addition to the root module, relative to the project; everything
   * if undefined. Missing ones are skipped.
   */
  readonly parts?: readonly string[];
  /** Files to replace or add: path relative to the project, with forward slashes, to text. */
  readonly files: ReadonlyMap<string, string>;
  /** Text of the state file to plan against. Without it, the plan starts from an empty state. */
  readonly state?: Uint8Array | string;
  readonly workspace?: string;
  /** Where installed providers and modules are kept, for a project that has none installed. */
  readonly installs?: InstallPlace;
  /** Folder for temporary files; the copy is in the private folder below it. */
  readonly tempDir: string;
}

export interface PlanCopy {
  /** Folder of the root module in the copy. */
  readonly dir: string;
  readonly homes: CopyHomes;
  /** Path of the state file in the copy, whether or not it exists. */
  readonly stateFile: string;
  /** Folder of the providers installed in the project, for `init`. */
  readonly pluginDir?: string;
  /** What the plan of the unpatched project showed, if one was made. */
  seen?: SeenDifferences;
  /** Deletes the copy, including the state in it. */
  dispose(): Promise<void>;
}

/** The last override file wins, so the name sorts after any that people choose. */
const override = 'zzzz_parley_override.tf';

const backend = `terraform {
  backend "local" {
    path          = "parley.tfstate"
    workspace_dir = "parley.tfstate.d"
  }
}
`;

/**
 * Copies a project with patched files and a copy of its state, so that Terraform can plan without
 * touching the project, its state or its lock.
 */
export async function preparePlanCopy(input: PlanCopyInput): Promise<Result<PlanCopy>> {
  const scratch = await openScratch(input.tempDir);
  if (!scratch.ok) return scratch;
  const base = join(scratch.value.folder, 'project');
  const dispose = () => scratch.value.close();
  try {
    await mkdir(base);
    const copied = await fill(base, input);
    if (!copied.ok) {
      await dispose();
      return copied;
    }
    return ok({ ...copied.value, dispose });
  } catch (error) {
    await dispose();
    throw error;
  }
}

async function fill(
  base: string,
  input: PlanCopyInput,
): Promise<Result<Omit<PlanCopy, 'dispose'>>> {
  const project = await realpath(input.project);
  const root = inside(input.root ?? '.');
  if (root === undefined) return outside(input.root ?? '');
  const parts = input.parts === undefined ? ['.'] : [root, ...input.parts];
  await copyParts({ project, base, root }, parts);
  const homes = { project, base };
  const written = await replaceFiles(homes, input.files);
  if (!written.ok) return written;
  const dir = join(base, root);
  const stateFile = await writeState(dir, input);
  const providers = join(project, root, '.terraform', 'providers');
  const pluginDir = (await isFolder(providers)) ? { pluginDir: providers } : {};
  return ok({ dir, homes, stateFile, ...pluginDir });
}

/**
 * Configures a separate backend in an override file, so that the copy can never reach the real
 * state. The paths differ from the default ones, where `init` would find a state to migrate.
 */
async function writeState(dir: string, input: PlanCopyInput): Promise<string> {
  const { workspace = 'default', state } = input;
  await rm(join(dir, 'terraform.tfstate'), { force: true });
  await rm(join(dir, 'terraform.tfstate.d'), { recursive: true, force: true });
  await mkdir(dir, { recursive: true });
  await writeFile(join(dir, override), backend);
  const folder = join(dir, 'parley.tfstate.d', workspace);
  await mkdir(folder, { recursive: true });
  const file =
    workspace === 'default' ? join(dir, 'parley.tfstate') : join(folder, 'terraform.tfstate');
  // The file in which Terraform records the selected workspace.
  await mkdir(join(dir, '.terraform'), { recursive: true });
  await writeFile(join(dir, '.terraform', 'environment'), workspace);
  // The state contains secrets, so other users must not be able to read the copy.
  if (state !== undefined) await writeFile(file, state, { mode: 0o600 });
  return file;
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}
