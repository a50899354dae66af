import type { TreeDiff } from '../harness/tree.ts';
import type { Finding } from './judge.ts';
import type { Scenario } from './scenario.ts';

/** What became of a scenario, in words and numbers that a file can keep. */
export interface Reported extends Pick<Scenario, 'title' | 'kind' | 'policy' | 'proof'> {
  /** By name; the first is what the scenario is about. */
  readonly mutators: readonly string[];
  readonly finding: Finding;
  /** Lines that were written or taken away. */
  readonly lines: number;
  readonly diff: string;
  /** Commands of Terraform that Parley started, and seconds that Parley ran. */
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
