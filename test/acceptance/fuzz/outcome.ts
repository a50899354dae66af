import type { TreeDiff } from '../harness/tree.ts';
import type { Finding } from './judge.ts';
import type { Scenario } from './scenario.ts';

/** The outcome of a scenario, in a form that a file can keep. */
export interface Reported extends Pick<Scenario, 'title' | 'kind' | 'policy' | 'proof'> {
  /** Names of the mutators; the first is what the scenario is about. */
  readonly mutators: readonly string[];
  readonly finding: Finding;
  /** Lines added and removed. */
  readonly lines: number;
  readonly diff: string;
  /** Terraform commands that Parley started, and seconds that Parley ran. */
  readonly processes: number;
  readonly seconds: number;
}

export function outcomeLine(
  { title, kind, policy, proof, mutators }: Scenario,
  {
    diff,
    ...rest
  }: Pick<Reported, 'finding' | 'processes' | 'seconds'> & { readonly diff: TreeDiff | undefined },
): Reported {
  const lines = (diff?.added.length ?? 0) + (diff?.removed.length ?? 0);
  const names = mutators.map(({ name }) => name);
  return { title, kind, policy, proof, mutators: names, lines, diff: diff?.text ?? '', ...rest };
}
