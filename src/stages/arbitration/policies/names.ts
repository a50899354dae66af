/** Names of built-in policies that `--policy` accepts, besides files. */
export const builtInPolicyNames: readonly string[] = ['default', 'accept-all', 'observe'];
