import { fail, ok, type Result } from '../../model/result.ts';
import { terraformEnvironment } from '../../terraform/run/environment.ts';
import { findTerraform } from '../../terraform/run/locate.ts';
import { createTerraformRunner } from '../../terraform/run/runner.ts';
import type { TerraformRunner } from '../../terraform/run/types.ts';
import { definedOnly } from '../environment.ts';
import type { Io } from '../io.ts';
import type { RunOptions } from '../options.ts';

/** The terraform or tofu of the machine; a problem when `--verify` needs one and there is none. */
export async function openTerraform(
  io: Io,
  { verify }: Pick<RunOptions, 'verify'>,
  /** Seconds that one call may take. */
  { timeout }: { readonly timeout?: number } = {},
): Promise<Result<TerraformRunner>> {
  const binary = await findTerraform(io.env['PATH'] ?? '');
  if (binary === undefined) {
    return fail({
      code: 'no-terraform',
      message: `--verify ${verify} needs terraform or tofu, and neither is on the PATH.`,
      hint: 'Install one of them, or use --verify evaluate.',
    });
  }
  const env = terraformEnvironment(definedOnly(io.env));
  const limits = timeout === undefined ? {} : { timeoutMs: timeout * 1000 };
  return ok(createTerraformRunner({ binary, env, ...limits }));
}
