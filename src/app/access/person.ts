/** Who somebody is to the settings and the logs, besides how their answer is signed. */
export interface Person {
  /** Names and principals: `maria@example.com`, `arn:aws:iam::111122223333:user/maria`. */
  readonly names: readonly string[];
  readonly groups: readonly string[];
}
