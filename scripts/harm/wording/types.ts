/** Plain words by the meaning of the given facts that they replace. */
export type Wording = Readonly<Record<string, string>>;
