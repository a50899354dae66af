import type { Problem } from '../../model/result.ts';

/** What plans and applies the code. */
export type Program = 'terraform' | 'tofu';

/** A problem in the words of the program that is used. */
export function programProblem(program: Program | undefined, problem: Problem): Problem {
  const { message, hint } = problem;
  return {
    ...problem,
    message: naming(program, message),
    ...(hint === undefined ? {} : { hint: naming(program, hint) }),
  };
}

/** A sentence of ours about Terraform, with the program that is used in its place. */
export function naming(program: Program | undefined, sentence: string): string {
  if (program !== 'tofu') return sentence;
  return sentence
    .replaceAll(/`terraform (?=[a-z])/g, '`tofu ')
    .replaceAll(
      /\bTerraform (?=(?:would|will|stopped|could|finds|refuses|cannot)\b)/g,
      'OpenTofu ',
    );
}
