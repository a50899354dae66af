/** Code, what the state has, and where Terraform 1.11 sees it. What is not named there stays. */
export interface MoveCase {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  readonly state: readonly string[];
  readonly moves: Readonly<Record<string, string>>;
}

const x = (name: string, inside = '') => `resource "terraform_data" "${name}" {
${inside}}
`;
const count = '  count = 2\n';
const each = (...keys: readonly string[]) => `  for_each = toset(${JSON.stringify(keys)})\n`;
const call = (name: string, inside = '') => `module "${name}" {
  source = "./m"
${inside}}
`;
const moved = (from: string, to: string) => `moved {
  from = ${from}
  to   = ${to}
}
`;
const data = (name: string) => `terraform_data.${name}`;
const [a, b, c] = [data('a'), data('b'), data('c')];

function root(...texts: readonly string[]): MoveCase['files'] {
  return { 'main.tf': texts.join('') };
}

/** A root module that calls a module `m`. */
function calling(texts: readonly string[], inside: readonly string[]): MoveCase['files'] {
  return { 'main.tf': texts.join(''), 'm/main.tf': inside.join('') };
}

/** What the documentation of `moved` says, and what of it can be combined. */
export const moveCases: readonly MoveCase[] = [
  { name: 'a name', files: root(x('b'), moved(a, b)), state: [a], moves: { [a]: b } },
  {
    name: 'all instances of a resource with count',
    files: root(x('b', count), moved(a, b)),
    state: [`${a}[0]`, `${a}[1]`],
    moves: { [`${a}[0]`]: `${b}[0]`, [`${a}[1]`]: `${b}[1]` },
  },
  {
    name: 'all instances of a resource with for_each',
    files: root(x('b', each('k', 'l m')), moved(a, b)),
    state: [`${a}["k"]`, `${a}["l m"]`],
    moves: { [`${a}["k"]`]: `${b}["k"]`, [`${a}["l m"]`]: `${b}["l m"]` },
  },
  {
    name: 'one key',
    files: root(x('a', each('kk', 'l')), moved(`${a}["k"]`, `${a}["kk"]`)),
    state: [`${a}["k"]`, `${a}["l"]`],
    moves: { [`${a}["k"]`]: `${a}["kk"]` },
  },
  {
    name: 'a key with blanks, and blanks around it',
    files: root(x('a', each('k')), moved(`${a}[ "k  l" ]`, `${a}["k"]`)),
    state: [`${a}["k  l"]`],
    moves: { [`${a}["k  l"]`]: `${a}["k"]` },
  },
  {
    name: 'an index to a key',
    files: root(x('a', each('k')), moved(`${a}[1]`, `${a}["k"]`)),
    state: [`${a}[1]`],
    moves: { [`${a}[1]`]: `${a}["k"]` },
  },
  {
    name: 'a single instance to a key',
    files: root(x('a', each('k')), moved(a, `${a}["k"]`)),
    state: [a],
    moves: { [a]: `${a}["k"]` },
  },
  {
    name: 'a key to a single instance of another name',
    files: root(x('b'), moved(`${a}["k"]`, b)),
    state: [`${a}["k"]`, `${a}["l"]`],
    moves: { [`${a}["k"]`]: b },
  },
  {
    name: 'nothing where the target exists',
    files: root(x('b'), moved(a, b)),
    state: [a, b],
    moves: {},
  },
  {
    name: 'nothing where the resource with that name has another instance',
    files: root(x('b', count), moved(a, b)),
    state: [`${a}[0]`, `${b}[1]`],
    moves: {},
  },
  {
    name: 'one instance beside others of the target',
    files: root(x('b', count), moved(a, `${b}[0]`)),
    state: [a, `${b}[1]`],
    moves: { [a]: `${b}[0]` },
  },
  {
    name: 'nothing that was moved already',
    files: root(x('b'), moved(a, b)),
    state: [b],
    moves: {},
  },
  {
    name: 'along a chain',
    files: root(x('c'), moved(b, c), moved(a, b)),
    state: [a],
    moves: { [a]: c },
  },
  {
    name: 'along a chain, from its middle',
    files: root(x('c'), moved(b, c), moved(a, b)),
    state: [b],
    moves: { [b]: c },
  },
  {
    name: 'along a chain, from both',
    files: root(x('c'), moved(b, c), moved(a, b)),
    state: [a, b],
    moves: { [b]: c },
  },
  {
    name: 'along a chain of names and keys',
    files: root(x('b', each('kk')), moved(`${b}["k"]`, `${b}["kk"]`), moved(a, b)),
    state: [`${a}["k"]`],
    moves: { [`${a}["k"]`]: `${b}["kk"]` },
  },
  {
    name: 'into a module',
    files: calling([call('m'), moved(a, `module.m.${b}`)], [x('b')]),
    state: [a],
    moves: { [a]: `module.m.${b}` },
  },
  {
    name: 'into an instance of a module',
    files: calling([call('m', each('e')), moved(a, `module.m["e"].${b}`)], [x('b')]),
    state: [a],
    moves: { [a]: `module.m["e"].${b}` },
  },
  {
    name: 'out of a module',
    files: root(x('a'), moved(`module.m.${a}`, a)),
    state: [`module.m.${a}`],
    moves: { [`module.m.${a}`]: a },
  },
  {
    name: 'a module',
    files: calling([call('n'), moved('module.m', 'module.n')], [x('a'), x('b', count)]),
    state: [`module.m.${a}`, `module.m.${b}[0]`],
    moves: { [`module.m.${a}`]: `module.n.${a}`, [`module.m.${b}[0]`]: `module.n.${b}[0]` },
  },
  {
    name: 'all instances of a module',
    files: calling([call('n', each('e', 'f')), moved('module.m', 'module.n')], [x('a')]),
    state: [`module.m["e"].${a}`, `module.m["f"].${a}`],
    moves: {
      [`module.m["e"].${a}`]: `module.n["e"].${a}`,
      [`module.m["f"].${a}`]: `module.n["f"].${a}`,
    },
  },
  {
    name: 'a module to an instance',
    files: calling([call('m', each('e', 'f')), moved('module.m', 'module.m["e"]')], [x('a')]),
    state: [`module.m.${a}`],
    moves: { [`module.m.${a}`]: `module.m["e"].${a}` },
  },
  {
    name: 'not a module whose target exists',
    files: calling([call('n'), moved('module.m', 'module.n')], [x('a'), x('b')]),
    state: [`module.m.${a}`, `module.n.${b}`],
    moves: {},
  },
  {
    name: 'the modules in a module',
    files: {
      'main.tf': call('n') + moved('module.m', 'module.n'),
      'm/main.tf': `module "in" {
  source = "./in"
}
`,
      'm/in/main.tf': x('a'),
    },
    state: [`module.m.module.in.${a}`],
    moves: { [`module.m.module.in.${a}`]: `module.n.module.in.${a}` },
  },
  {
    name: 'in all instances of the module with the block',
    files: calling([call('m', count)], [x('b'), moved(a, b)]),
    state: [`module.m[0].${a}`, `module.m[1].${a}`, a],
    moves: { [`module.m[0].${a}`]: `module.m[0].${b}`, [`module.m[1].${a}`]: `module.m[1].${b}` },
  },
  {
    name: 'a module, and a name in it',
    files: calling([call('n'), moved('module.m', 'module.n')], [x('b'), moved(a, b)]),
    state: [`module.m.${a}`],
    moves: { [`module.m.${a}`]: `module.n.${b}` },
  },
  {
    name: 'the key of a module, and a name in it',
    files: calling(
      [call('m', each('ee')), moved('module.m["e"]', 'module.m["ee"]')],
      [x('b'), moved(a, b)],
    ),
    state: [`module.m["e"].${a}`],
    moves: { [`module.m["e"].${a}`]: `module.m["ee"].${b}` },
  },
  {
    name: 'out of a module that moves, too',
    files: calling(
      [call('n'), x('b'), moved('module.m', 'module.n'), moved(`module.m.${b}`, b)],
      [x('a')],
    ),
    state: [`module.m.${a}`, `module.m.${b}`],
    moves: { [`module.m.${a}`]: `module.n.${a}`, [`module.m.${b}`]: b },
  },
  {
    name: 'what JSON says',
    files: {
      'main.tf': x('b'),
      'moved.tf.json': JSON.stringify({ moved: [{ from: a, to: b }] }),
    },
    state: [a],
    moves: { [a]: b },
  },
  {
    name: 'the only instance where count was added',
    files: root(x('a', count)),
    state: [a],
    moves: { [a]: `${a}[0]` },
  },
  {
    name: 'the first instance where count was removed',
    files: root(x('a')),
    state: [`${a}[0]`, `${a}[1]`],
    moves: { [`${a}[0]`]: a },
  },
  {
    name: 'not the only instance where for_each was added',
    files: root(x('a', each('k'))),
    state: [a],
    moves: {},
  },
  {
    name: 'not without a block where one is about the resource',
    files: root(x('a', count), moved(a, `${a}[1]`)),
    state: [a],
    moves: { [a]: `${a}[1]` },
  },
  {
    name: 'the only instance in a module where count was added',
    files: calling([call('m', each('e'))], [x('a', count)]),
    state: [`module.m["e"].${a}`],
    moves: { [`module.m["e"].${a}`]: `module.m["e"].${a}[0]` },
  },
  {
    name: 'a name, without adding the index of a new count',
    files: root(x('b', count), moved(a, b)),
    state: [a],
    moves: { [a]: b },
  },
  {
    name: 'not a module where count was added',
    files: calling([call('m', count)], [x('a')]),
    state: [`module.m.${a}`],
    moves: {},
  },
  {
    name: 'what the code no longer declares under its new name, either',
    files: root(moved(a, b)),
    state: [a],
    moves: { [a]: b },
  },
];

/** A state of version 4 with these instances; the id of each is its address. */
export function stateWithInstances(addresses: readonly string[]): string {
  const resources = addresses.map((address) => {
    const [, module, name = '', key] =
      /^(?:(.*)\.)?terraform_data\.(\w+)(?:\[(.*)\])?$/.exec(address) ?? [];
    return {
      ...(module === undefined ? {} : { module }),
      mode: 'managed',
      type: 'terraform_data',
      name,
      provider: 'provider["terraform.io/builtin/terraform"]',
      instances: [
        {
          ...(key === undefined ? {} : { index_key: JSON.parse(key) as string | number }),
          schema_version: 0,
          attributes: { id: address, input: null, output: null, triggers_replace: null },
          sensitive_attributes: [],
        },
      ],
    };
  });
  const state = { version: 4, terraform_version: '1.11.4', serial: 1, lineage: 'l', outputs: {} };
  return JSON.stringify({ ...state, resources });
}
