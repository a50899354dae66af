import { readFile, rm } from 'node:fs/promises';
import { join, posix } from 'node:path';
import type { Result } from '../../../model/result.ts';
import { ok } from '../../../model/result.ts';
import { renderHclValue } from '../../hcl/edit/render.ts';
import type { PlanCopy } from './copy.ts';
import { type CopyRequest, inCopy } from './in-copy.ts';
import { planInputs } from './plan-inputs.ts';
import type { TerraformRunner } from './types.ts';

/** An existing resource that is not declared yet. */
export interface ImportedResource {
  /** The address that its configuration will have, in the root module. */
  readonly address: string;
  readonly importId: string;
}

const importFile = 'zzzz_parley_imports.tf';
const generated = 'zzzz_parley_generated.tf';

/**
 * The configuration that Terraform generates for undeclared resources: their live arguments,
 * without secrets. Empty if Terraform generates none. Nothing real is changed.
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
  request: CopyRequest,
  imports: readonly ImportedResource[],
): Promise<Result<string>> {
  const addresses = imports.map(({ address }) => address);
  const planned = await terraform.plan(dir, {
    ...planInputs(request, addresses),
    out: 'parley.generate.tfplan',
    generateConfig: generated,
  });
  const text = await textOf(join(dir, generated));
  // The copy may be used for other requests.
  await rm(join(dir, generated), { force: true });
  // The generated configuration may not be valid, but it still shows the live values.
  if (text !== undefined) return ok(text);
  return planned.ok ? ok('') : planned;
}

/** The `import` block for a resource. */
export function importText({ address, importId }: ImportedResource): string {
  return `import {\n  to = ${address}\n  id = ${renderHclValue(importId)}\n}\n`;
}

async function textOf(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    // Terraform has not written the file.
    return undefined;
  }
}
