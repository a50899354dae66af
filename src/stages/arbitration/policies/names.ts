/** Names of built-in policies, which `--policy` accepts in addition to files. */
export const builtInPolicyNames: readonly string[] = ['default', 'accept-all', 'observe'];
