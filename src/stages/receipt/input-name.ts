const names: Readonly<Record<string, string>> = {
  arbitration: 'record of the decision',
  external: 'answer of the external policy',
};

/** What people call an input of a receipt, as in "the policy that receipt 2 rests on". */
export function inputName(input: string): string {
  return names[input] ?? input;
}
