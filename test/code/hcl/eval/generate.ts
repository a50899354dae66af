import fc from 'fast-check';

const words = ['a', 'b', 'web', '10.0.0.0/8', '', ' x ', 'a,b', 'é', '1', 'true', 'A-b_c'];
const names = ['a', 'b', 'name', 'x1', 'tags'];

interface Kinds {
  readonly text: string;
  readonly number: string;
  readonly bool: string;
  readonly list: string;
  readonly object: string;
  readonly any: string;
}

/** Joins arbitraries into the text of an expression. */
function build(parts: readonly (string | fc.Arbitrary<string>)[]): fc.Arbitrary<string> {
  const arbitraries = parts.map((part) => (typeof part === 'string' ? fc.constant(part) : part));
  return fc.tuple(...arbitraries).map((texts: readonly string[]) => texts.join(''));
}

const { any } = fc.letrec<Kinds>((tie: fc.LetrecTypedTie<Kinds>) => {
  const text = tie('text');
  const number = tie('number');
  const bool = tie('bool');
  const list = tie('list');
  const object = tie('object');
  const anything = tie('any');
  const name = fc.constantFrom(...names);
  const word = fc.constantFrom(...words).map((each) => JSON.stringify(each));
  const digits = fc.oneof(
    fc.integer({ min: -9, max: 99 }),
    fc.integer({ min: -5000, max: 5000 }).map((n) => n / 100),
  );
  const items = fc.array(anything, { maxLength: 4 }).map((each) => each.join(', '));
  const texts = fc.array(text, { maxLength: 4 }).map((each) => `[${each.join(', ')}]`);
  const numbers = fc.array(number, { minLength: 1, maxLength: 4 }).map((each) => `[${each}]`);
  const entry = fc.tuple(name, anything).map(([key, value]) => `${key} = ${value}`);
  const entries = fc.array(entry, { maxLength: 4 }).map((each) => each.join(', '));
  return {
    text: fc.oneof(
      { maxDepth: 4 },
      word,
      build(['"p-${', anything, '}-${', text, '}"']),
      build(['upper(', text, ')']),
      build(['format("%s:%v", ', text, ', ', anything, ')']),
      build(['join("-", ', texts, ')']),
      build(['replace(', text, ', ', word, ', ', word, ')']),
      build(['trimspace(', text, ')']),
      build(['substr(', text, ', ', number, ', 2)']),
      build(['tostring(', anything, ')']),
      build(['jsonencode(', anything, ')']),
      build(['yamlencode(', anything, ')']),
      build(['sha256(', text, ')']),
      build(['(', bool, ' ? ', text, ' : ', text, ')']),
      build(['coalesce(', text, ', ', text, ', "z")']),
      build(['try(', anything, '.name, ', text, ')']),
      build(['"%{ if ', bool, ' }', 'yes${', text, '}%{ else }no%{ endif }"']),
      build(['"%{ for x in ', list, ' ~} ${jsonencode(x)} %{~ endfor }"']),
      build(['element(', texts, ', ', number, ')']),
    ),
    number: fc.oneof(
      { maxDepth: 4 },
      digits.map((n) => (n < 0 ? `(${n})` : String(n))),
      build(['(', number, ' + ', number, ')']),
      build(['(', number, ' - ', number, ')']),
      build(['(', number, ' * ', number, ')']),
      build(['(', number, ' / 7)']),
      build(['(', number, ' % 3)']),
      build(['length(', anything, ')']),
      build(['max(', number, ', ', number, ')']),
      build(['floor(', number, ')']),
      build(['ceil(', number, ')']),
      build(['abs(', number, ')']),
      build(['sum(', numbers, ')']),
      build(['(', bool, ' ? ', number, ' : ', number, ')']),
      build(['try(tonumber(', text, '), ', number, ')']),
      build([list, '[', number, ']']),
    ),
    bool: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom('true', 'false'),
      build(['(', number, ' < ', number, ')']),
      build(['(', anything, ' == ', anything, ')']),
      build(['(', bool, ' && ', bool, ')']),
      build(['(', bool, ' || ', bool, ')']),
      build(['!', bool]),
      build(['can(', anything, '.a)']),
      build(['contains(', list, ', ', anything, ')']),
      build(['startswith(', text, ', ', text, ')']),
      build(['alltrue([', bool, ', ', bool, '])']),
    ),
    list: fc.oneof(
      { maxDepth: 4 },
      items.map((each) => `[${each}]`),
      texts,
      numbers,
      build(['[for x in ', list, ' : x]']),
      build(['[for i, x in ', list, ' : {i = i, x = x} if i != 1]']),
      build(['[for k, v in ', object, ' : k]']),
      build(['concat(', list, ', ', list, ')']),
      build(['tolist(', list, ')']),
      build(['toset(', list, ')']),
      build(['flatten([', list, ', [', list, ']])']),
      build(['distinct(', list, ')']),
      build(['reverse(', list, ')']),
      build(['sort(', texts, ')']),
      build(['compact(', texts, ')']),
      build(['slice(', list, ', 0, 1)']),
      build(['setunion(', list, ', ', list, ')']),
      build(['setproduct(', texts, ', ', numbers, ')']),
      build(['chunklist(', list, ', 2)']),
      build(['split(",", ', text, ')']),
      build(['keys(', object, ')']),
      build(['values(', object, ')']),
      build(['range(', fc.integer({ min: 0, max: 5 }).map(String), ')']),
      build(['(', bool, ' ? ', list, ' : ', list, ')']),
      build([list, '[*]']),
      build([list, '[*].a']),
      build(['formatlist("%s-%v", ', texts, ', ', number, ')']),
    ),
    object: fc.oneof(
      { maxDepth: 4 },
      entries.map((each) => `{${each}}`),
      build(['{for k, v in ', object, ' : upper(k) => v}']),
      build(['{for i, x in ', list, ' : "k${i}" => x}']),
      build(['{for x in ', texts, ' : x => length(x)...}']),
      build(['merge(', object, ', ', object, ')']),
      build(['tomap(', object, ')']),
      build(['zipmap(', texts, ', ', numbers, ')']),
      build(['transpose({a = ', texts, ', b = ', texts, '})']),
      build(['(', bool, ' ? ', object, ' : ', object, ')']),
      build(['jsondecode(jsonencode(', object, '))']),
      build(['yamldecode(yamlencode(', object, '))']),
      build(['try(', anything, ', {})']),
    ),
    any: fc.oneof(
      { maxDepth: 5 },
      text,
      number,
      bool,
      list,
      object,
      fc.constant('null'),
      fc.constant('tostring(jsondecode(terraform_data.u.id))'),
      build([object, '.', name]),
      build(['lookup(', object, ', ', text, ', ', anything, ')']),
      build(['(', bool, ' ? ', anything, ' : ', anything, ')']),
      build(['coalesce(', anything, ', ', anything, ')']),
      build(['one([', anything, '])']),
      build(['sensitive(', anything, ')']),
    ),
  };
});

/** Expressions of all kinds; deterministic for a seed. */
export function generateExpressions(count: number, seed: number): readonly string[] {
  const sane = any.filter((text) => text.length < 400);
  return [...new Set(fc.sample(sane, { numRuns: count, seed }))];
}
