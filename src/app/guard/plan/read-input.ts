import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fail, ok, type Result } from '../../../model/result.ts';
import type { Io } from '../../../ports/io.ts';
import { readGuardPlan } from '../../../stages/guard/plan/read.ts';
import type { GuardPlan } from '../../../stages/guard/plan/types.ts';

/**
 * Bytes. A larger input is refused, without being read if its size is known: its text and the
 * values in it do not both fit into memory.
 */
const largest = 256 * 1024 * 1024;

/** Reads the plan from a file, or from standard input where the file is `-`. */
export async function readPlan(io: Io, file: string): Promise<Result<GuardPlan>> {
  const text = file === '-' ? await readPiped(io) : await readText(resolve(io.cwd, file), file);
  return text.ok ? readGuardPlan(text.value, file === '-' ? 'stdin' : file) : text;
}

async function readText(path: string, file: string): Promise<Result<string>> {
  try {
    const found = await stat(path);
    if (found.size > largest) return fail(tooLarge(file));
    const text = await readFile(path, 'utf8');
    // A pipe has no size before it is read.
    return text.length > largest ? fail(tooLarge(file)) : ok(text);
  } catch {
    return fail({
      code: 'no-file',
      message: 'The plan cannot be read.',
      place: { file },
      hint: 'Write it with `show -json PLANFILE > plan.json` of Terraform or OpenTofu, or give `-` and pipe it in.',
    });
  }
}

async function readPiped({ input }: Io): Promise<Result<string>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of input?.() ?? []) {
    size += chunk.length;
    if (size > largest) return fail(tooLarge('stdin'));
    chunks.push(chunk);
  }
  return ok(Buffer.concat(chunks).toString('utf8'));
}

function tooLarge(file: string) {
  return {
    code: 'plan-too-large',
    message: 'The plan is larger than 256 MiB.',
    place: { file },
    hint: 'Plan fewer resources at once, with `-target` or in smaller root modules.',
  };
}
