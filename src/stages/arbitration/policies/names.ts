/** Names that `--policy` takes, besides files. */
export const builtInPolicyNames: readonly string[] = ['default', 'accept-all', 'observe'];
