/**
 * Numbers that the provider refuses to plan along with a certain value of another argument: a table
 * that is billed per request has no capacity, whether or not it is ignored.
 */
const excluded: ReadonlyMap<string, string> = new Map([
  ['aws_dynamodb_table.read_capacity', 'billing_mode'],
  ['aws_dynamodb_table.write_capacity', 'billing_mode'],
]);

/** The argument that can exclude an attribute; undefined if none does. */
export function excludingArgument(type: string, attribute: string): string | undefined {
  return excluded.get(`${type}.${attribute}`);
}
