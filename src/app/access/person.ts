/**
 * The names and groups under which the settings and the logs know a person, in addition to the name
 * that signs their answer.
 */
export interface Person {
  /** Names and principals: `maria@example.com`, `arn:aws:iam::111122223333:user/maria`. */
  readonly names: readonly string[];
  readonly groups: readonly string[];
}
