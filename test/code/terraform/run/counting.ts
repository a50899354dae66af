import type { TerraformRunner } from '../../../../src/code/terraform/run/types.ts';

/** The same Terraform, and the processes that it started, by subcommand in their order. */
export function counting(terraform: TerraformRunner): {
  readonly runner: TerraformRunner;
  readonly started: string[];
} {
  const started: string[] = [];
  const told = <A extends readonly unknown[], R>(task: string, call: (...args: A) => R) => {
    return (...args: A): R => {
      started.push(task);
      return call(...args);
    };
  };
  return {
    started,
    runner: {
      version: told('version', terraform.version),
      init: told('init', terraform.init),
      validate: told('validate', terraform.validate),
      plan: told('plan', terraform.plan),
      refresh: told('refresh', terraform.refresh),
      showPlan: told('show', terraform.showPlan),
      fmtCheck: told('fmt', terraform.fmtCheck),
    },
  };
}
