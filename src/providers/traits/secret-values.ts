/** An attribute that the provider always marks as secret, although the cloud's own type may not. */
export interface TypedSecret {
  readonly attribute: string;
  /** The attribute with the kind of the value, and the kinds that are not secret. */
  readonly by: string;
  readonly open: ReadonlySet<string>;
  /** The attribute with the name of the value, which may indicate a secret. */
  readonly named: string;
  /** Arguments that the resource requires, given its import id. */
  readonly needed: (importId: string) => Readonly<Record<string, string>>;
}

/**
 * AWS stores `String` and `StringList` in plain text, visible to everyone who may read parameters.
 */
const typed: ReadonlyMap<string, TypedSecret> = new Map([
  [
    'aws_ssm_parameter',
    {
      attribute: 'value',
      by: 'type',
      open: new Set(['String', 'StringList']),
      named: 'name',
      needed: (importId) => ({ name: importId, type: 'String', value: '-' }),
    },
  ],
]);

/** How the cloud says whether the value of such a resource is secret. */
export function typedSecret(type: string): TypedSecret | undefined {
  return typed.get(type);
}

/**
 * Arguments that a resource needs in practice although the schema may not require them, and that
 * logs mask.
 */
const needed: ReadonlyMap<string, string> = new Map([
  ['aws_secretsmanager_secret_version', 'secret_string'],
  ['aws_ssm_parameter', 'value'],
]);

export function isNeededSecret(type: string, argument: string): boolean {
  return needed.get(type) === argument;
}
