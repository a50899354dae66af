/** What plans and applies the code. */
export type Program = 'terraform' | 'tofu';

/** A sentence of ours about Terraform, with the program that is used in its place. */
export function naming(program: Program | undefined, sentence: string): string {
  if (program !== 'tofu') return sentence;
  return sentence
    .replaceAll(/`terraform (?=[a-z])/g, '`tofu ')
    .replaceAll(/\bTerraform (?=(?:would|will|stopped|could|finds|refuses)\b)/g, 'OpenTofu ');
}
