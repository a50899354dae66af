import { terraformEnvironment } from '../../code/terraform/run/environment.ts';
import { findTerraform, identifyProgram } from '../../code/terraform/run/locate.ts';
import { createTerraformRunner } from '../../code/terraform/run/runner.ts';
import type { TerraformRunner } from '../../code/terraform/run/types.ts';
import type { ConfigFile } from '../../config/schema.ts';
import { fail, ok, type Result } from '../../model/result.ts';
import type { Io } from '../../ports/io.ts';
import { loadSchema } from '../../providers/schema/load.ts';
import type { ProviderSchema } from '../../providers/schema/types.ts';
import { definedOnly } from '../run/environment.ts';
import type { ProofOptions } from '../run/options.ts';

type Settings = Partial<ConfigFile['terraform']>;

/** Full path of the program to run: the one of the settings, else terraform, else tofu. */
export function terraformBinary(io: Pick<Io, 'env'>, { binary }: Settings): string | undefined {
  return findTerraform(io.env['PATH'], binary === undefined ? undefined : { names: [binary] });
}

/**
 * Opens the terraform or tofu of this machine. Fails where `--verify` needs one and there is none.
 */
export async function openTerraform(
  io: Io,
  { verify }: ProofOptions,
  settings: Settings = {},
  schema: ProviderSchema = loadSchema(),
): Promise<Result<TerraformRunner>> {
  const { binary: named, timeout } = settings;
  const binary = terraformBinary(io, settings);
  if (binary === undefined) {
    return fail({
      code: 'no-terraform',
      message:
        named === undefined
          ? `--verify ${verify} needs terraform or tofu, and neither is on the PATH.`
          : `--verify ${verify} needs ${named}, which is not on the PATH.`,
      hint:
        named === undefined
          ? 'Install one of them, or use --verify evaluate.'
          : 'Install it, name the other with --terraform, or use --verify evaluate.',
    });
  }
  const program = named ?? identifyProgram(binary);
  const env = terraformEnvironment(definedOnly(io.env), { program });
  const limits = timeout === undefined ? {} : { timeoutMs: timeout * 1000 };
  const runner = createTerraformRunner({ binary, env, schema, ...limits });
  return ok(io.progress === undefined ? runner : withProgress(runner, program, io.progress));
}

/** The same runner, which also shows its current step. */
function withProgress(
  runner: TerraformRunner,
  program: string,
  progress: NonNullable<Io['progress']>,
): TerraformRunner {
  const shown = async <T>(what: string, run: () => Promise<T>): Promise<T> => {
    const end = progress(`${program} ${what}`);
    try {
      return await run();
    } finally {
      end();
    }
  };
  return {
    ...runner,
    init: (dir, options) => shown('init', () => runner.init(dir, options)),
    validate: (dir) => shown('validate', () => runner.validate(dir)),
    plan: (dir, options) =>
      shown(`plan${aboutText(options.targets)}`, () => runner.plan(dir, options)),
    refresh: (dir, options) =>
      shown(`plan -refresh-only${aboutText(options.targets)}`, () => runner.refresh(dir, options)),
    showPlan: (dir, file) => shown('show', () => runner.showPlan(dir, file)),
  };
}

function aboutText(targets: readonly string[] = []): string {
  if (targets.length === 0) return '';
  return `, ${targets.length === 1 ? targets[0] : `${targets.length} resources`}`;
}
