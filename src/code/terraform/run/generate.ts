import { readFile, rm } from 'node:fs/promises';
import { join, posix } from 'node:path';
import type { Result } from '../../../model/result.ts';
import { ok } from '../../../model/result.ts';
import { renderHclValue } from '../../hcl/edit/render.ts';
import type { PlanCopy } from './copy.ts';
import { type CopyRequest, inCopy } from './in-copy.ts';
import type { TerraformRunner } from './types.ts';

/** Something that exists and is not declared yet. */
export interface ImportedResource {
  /** Where its configuration is to stand, in the root module. */
  readonly address: string;
  readonly importId: string;
}

const importFile = 'zzzz_parley_imports.tf';
const generated = 'zzzz_parley_generated.tf';

/**
 * The configuration that Terraform generates for resources that no code declares: their arguments as they are live,
 * without secrets. Empty where Terraform generates none. Nothing real is changed.
 */
export function generateConfig(
  terraform: TerraformRunner,
  request: CopyRequest,
  imports: readonly ImportedResource[],
): Promise<Result<string>> {
  const path = posix.join(request.root ?? '.', importFile);
  const files = new Map([...request.files, [path, imports.map(importText).join('\n')]]);
  return inCopy(terraform, { ...request, files }, (copy) =>
    generateIn(terraform, copy, request, imports),
  );
}

async function generateIn(
  terraform: TerraformRunner,
  { dir }: PlanCopy,
  { varFiles, vars, parallelism }: CopyRequest,
  imports: readonly ImportedResource[],
): Promise<Result<string>> {
  const planned = await terraform.plan(dir, {
    out: 'parley.generate.tfplan',
    generateConfig: generated,
    targets: imports.map(({ address }) => address),
    ...(varFiles && { varFiles }),
    ...(vars && { vars }),
    ...(parallelism !== undefined && { parallelism }),
  });
  const text = await textOf(join(dir, generated));
  // The copy may serve other questions.
  await rm(join(dir, generated), { force: true });
  // What Terraform generates may not be valid as a whole, and says what is live all the same.
  if (text !== undefined) return ok(text);
  return planned.ok ? ok('') : planned;
}

/** The `import` block of such a resource. */
export function importText({ address, importId }: ImportedResource): string {
  return `import {\n  to = ${address}\n  id = ${renderHclValue(importId)}\n}\n`;
}

async function textOf(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    // Not written.
    return undefined;
  }
}
