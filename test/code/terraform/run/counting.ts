import type { TerraformRunner } from '../../../../src/code/terraform/run/types.ts';

/** Wraps a Terraform and records the subcommands of the processes that it starts, in order. */
export function counting(terraform: TerraformRunner): {
  readonly runner: TerraformRunner;
  readonly started: string[];
} {
  const started: string[] = [];
  const reported = <A extends readonly unknown[], R>(task: string, call: (...args: A) => R) => {
    return (...args: A): R => {
      started.push(task);
      return call(...args);
    };
  };
  return {
    started,
    runner: {
      version: reported('version', terraform.version),
      init: reported('init', terraform.init),
      validate: reported('validate', terraform.validate),
      plan: reported('plan', terraform.plan),
      refresh: reported('refresh', terraform.refresh),
      showPlan: reported('show', terraform.showPlan),
      fmtCheck: reported('fmt', terraform.fmtCheck),
    },
  };
}
