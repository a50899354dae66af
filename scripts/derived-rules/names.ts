/**
 * Lower case, letters and digits only. Names of an API and of a schema are compared in this form.
 */
export function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** `CreateTransitGatewayRouteTable` -> `Create`. */
export function verbOf(operation: string): string {
  return /^(?:Batch)?[A-Z]?[a-z]+/.exec(operation)?.[0].replace(/^Batch(?=[A-Z])/, '') ?? operation;
}

/** `CreateTransitGatewayRouteTable` -> `transitgatewayroutetable`. */
export function nounOf(operation: string): string {
  return plain(operation.slice(operation.indexOf(verbOf(operation)) + verbOf(operation).length));
}

/** The suffixes of a type's name: `aws_a_b_c` -> `abc`, `bc`, `c`. */
export function tailsOf(type: string): readonly string[] {
  const words = type.split('_').slice(1);
  return words.map((_, index) => words.slice(index).join(''));
}

/** True when the noun of an operation refers to the type. */
export function isNounOf(noun: string, type: string): boolean {
  const [whole = '', ...rest] = tailsOf(type);
  const forms = new Set([noun, noun.replace(/s$/, ''), noun.replace(/ies$/, 'y')]);
  if (noun.length < 2) return false;
  if (forms.has(whole)) return true;
  if (rest.some((tail) => tail.length > 2 && forms.has(tail))) return true;
  const [own = ''] = rest;
  return own.length > 5 && [...forms].some((form) => form.endsWith(own));
}

/** True when a call on a part of the resource refers to this attribute. */
export function sharesWord(attribute: string, noun: string): boolean {
  const name = plain(attribute);
  if (name.includes(noun) || noun.includes(name)) return true;
  return attribute.split('_').some((word) => word.length > 3 && noun.includes(singular(word)));
}

/** `subnet_ids` -> `subnetid`, also for `y` and `es`. */
export function singular(name: string): string {
  if (name.endsWith('ies')) return `${name.slice(0, -3)}y`;
  if (/(?:s|x|z|ch|sh)es$/.test(name)) return name.slice(0, -2);
  return name.endsWith('s') && !name.endsWith('ss') ? name.slice(0, -1) : name;
}
