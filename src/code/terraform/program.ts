import type { Problem } from '../../model/result.ts';

/** The program that plans and applies the code. */
export type Program = 'terraform' | 'tofu';

/** A problem that names the program in use. */
export function programProblem(program: Program | undefined, problem: Problem): Problem {
  const { message, hint } = problem;
  return {
    ...problem,
    message: naming(program, message),
    ...(hint === undefined ? {} : { hint: naming(program, hint) }),
  };
}

/** One of Parley's sentences about Terraform, with the name of the program in use. */
export function naming(program: Program | undefined, sentence: string): string {
  if (program !== 'tofu') return sentence;
  return sentence
    .replaceAll(/`terraform (?=[a-z])/g, '`tofu ')
    .replaceAll(
      /\bTerraform (?=(?:accepts|asks|cannot|could|does|finds|looks|planned|refuses|stopped|will|would)\b)/g,
      'OpenTofu ',
    );
}
