import type { TerraformRunner } from '../../code/terraform/run/types.ts';
import type { Io } from '../../ports/io.ts';

/** The same runner, which also shows its current step. */
export function withProgress(
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
