import type { Result } from '../../model/result.ts';
import { type PlanCopy, type PlanCopyInput, preparePlanCopy } from './copy.ts';
import type { TerraformRunner } from './types.ts';

export interface CopyRequest extends PlanCopyInput {
  readonly varFiles?: readonly string[];
  readonly vars?: Readonly<Record<string, string>>;
  /** Folder with unpacked providers, where the project has none installed. */
  readonly pluginDir?: string;
  /** Resources that Terraform asks for at a time; Terraform's own number when left out. */
  readonly parallelism?: number;
}

/** Works in an initialized copy of a project, which is deleted afterwards, whatever happens. */
export async function inCopy<T>(
  terraform: TerraformRunner,
  request: CopyRequest,
  work: (copy: PlanCopy) => Promise<Result<T>>,
): Promise<Result<T>> {
  const copy = await preparePlanCopy(request);
  if (!copy.ok) return copy;
  try {
    const pluginDir = request.pluginDir ?? copy.value.pluginDir;
    const options = { ...(pluginDir !== undefined && { pluginDir }) };
    const ready = await terraform.init(copy.value.dir, options);
    return ready.ok ? await work(copy.value) : ready;
  } finally {
    await copy.value.dispose();
  }
}
