import fc from 'fast-check';

/**
 * Generates configurations in which a parameter's value contains a word, nested in whatever people
 * write. Choices are numbers, so that a failing case shrinks.
 */
export interface Choices {
  /** Where the word is written. */
  readonly home: number;
  /** The operations applied to it, innermost first. */
  readonly steps: readonly number[];
  /** True if a second resource uses the same value. */
  readonly shared: boolean;
  /** Part of all names, so that many configurations fit into one. */
  readonly serial: number;
}

export interface Generated {
  readonly main: string;
  readonly vars: string;
  readonly address: string;
}

type Kind = 'string' | 'number' | 'list' | 'map';

interface Part {
  readonly kind: Kind;
  readonly text: string;
}

/** What has been written so far, apart from the expression itself. */
interface Sheet {
  readonly serial: number;
  readonly declarations: string[];
  readonly vars: string[];
  /** Meta-argument of the resource; `suffix` is that of its address. */
  repetition: string;
  suffix: string;
}

type Step = (text: string, sheet: Sheet) => Part;

function name(sheet: Sheet): string {
  return `n${sheet.serial}_${sheet.declarations.length}`;
}

function local(text: string, sheet: Sheet): string {
  // A local value cannot refer to `each` or `count`.
  if (sheet.repetition !== '') return `(${text})`;
  const own = name(sheet);
  sheet.declarations.push(`locals {
  ${own} = ${text}
}`);
  return `local.${own}`;
}

function variable(type: string, value: string, sheet: Sheet): string {
  const own = name(sheet);
  sheet.declarations.push(`variable "${own}" {
  type    = ${type}
  default = ${value}
}`);
  return `var.${own}`;
}

function assigned(type: string, value: string, sheet: Sheet): string {
  const own = name(sheet);
  sheet.declarations.push(`variable "${own}" {
  type = ${type}
}`);
  sheet.vars.push(`${own} = ${value}`);
  return `var.${own}`;
}

function flag(value: boolean, sheet: Sheet): string {
  return variable('bool', String(value), sheet);
}

/** Makes the resource repeat over this map; its address is that of instance `a`. */
function each(collection: string, sheet: Sheet): void {
  sheet.repetition = `  for_each = ${collection}\n`;
  sheet.suffix = '["a"]';
}

const homes: readonly ((word: string, sheet: Sheet) => Part)[] = [
  (word) => string(`"${word}"`),
  (word, sheet) => string(local(`"${word}"`, sheet)),
  (word, sheet) => string(variable('string', `"${word}"`, sheet)),
  (word, sheet) => string(assigned('string', `"${word}"`, sheet)),
  (word, sheet) =>
    string(
      `${assigned(
        'map(string)',
        `{
  k = "${word}"
  z = "zz"
}`,
        sheet,
      )}["k"]`,
    ),
  (word, sheet) => string(`${variable('list(string)', `["x", "${word}"]`, sheet)}[1]`),
  (word, sheet) => list(variable('set(string)', `["${word}"]`, sheet)),
  (word, sheet) => list(assigned('list(string)', `[\n  "${word}", # first\n  "tail",\n]`, sheet)),
  (word, sheet) => map(local(`{ k = "${word}", z = "zz" }`, sheet)),
  (word, sheet) => {
    each(
      assigned(
        'map(object({ v = string }))',
        `{
  a = { v = "${word}" }
  b = { v = "bb" }
}`,
        sheet,
      ),
      sheet,
    );
    return string('each.value.v');
  },
  (word, sheet) => {
    const type = 'map(object({ v = optional(string), w = optional(number, 3) }))';
    each(
      variable(
        type,
        `{
    a = { v = "${word}" }
    b = {}
  }`,
        sheet,
      ),
      sheet,
    );
    return string('coalesce(each.value.v, "none")');
  },
  (word, sheet) => {
    each(local('toset(["a", "b"])', sheet), sheet);
    return string(
      `lookup(${variable('map(string)', `{ a = "${word}" }`, sheet)}, each.key, "none")`,
    );
  },
  (word, sheet) => {
    each(
      local(`{ for o in [{ n = "a", v = "${word}" }, { n = "b", v = "bb" }] : o.n => o }`, sheet),
      sheet,
    );
    return string('try(each.value.w, each.value.v)');
  },
  (word, sheet) => {
    sheet.repetition = '  count = 2\n';
    sheet.suffix = '[1]';
    return string(`element(${variable('list(string)', `["x", "${word}"]`, sheet)}, count.index)`);
  },
];

const strings: readonly Step[] = [
  (x) => string(`"pre-\${${x}}-post"`),
  (x, sheet) => string(`"\${${local('"eu"', sheet)}}/\${${x}}"`),
  (x, sheet) => string(local(x, sheet)),
  (x) => string(`lower(upper(${x}))`),
  (x) => string(`format("%s:%s", "f", ${x})`),
  (x) => string(`replace(${x}, "_", "-")`),
  (x) => string(`trimprefix("v-\${${x}}", "v-")`),
  (x) => string(`join(".", ["j", ${x}])`),
  (x) => string(`coalesce("", ${x}, "c")`),
  (x) => string(`try({}.missing, ${x})`),
  (x, sheet) => string(`${flag(true, sheet)} ? ${x} : "other"`),
  (x, sheet) => string(`!${flag(true, sheet)} ? "other" : (${x})`),
  (x, sheet) => string(`"t%{ if ${flag(true, sheet)} }-\${${x}}%{ else }!%{ endif }"`),
  (x) => string(`"%{ for i in [${x}] }<\${i}>%{ endfor }"`),
  (x) =>
    string(`trimspace(<<-EOT
    a = \${${x}}
    b = 2
  EOT
  )`),
  (x) => list(`["l", ${x}]`),
  (x) => list(`concat(["c"], [${x}])`),
  (x) => list(`flatten([["f"], [[${x}]]])`),
  (x) => list(`[for i in ["q", ${x}] : "\${i}+" if i != "q"]`),
  (x) => list(`compact(["", ${x}])`),
  (x) => list(`setunion(["s"], [${x}])`),
  (x) => list(`split(",", "s,\${${x}}")`),
  (x) => list(`[{ m = ${x} }][*].m`),
  (x) => map(`{ k = ${x} }`),
  (x) => map(`merge({ a = "1", k = "2" }, { k = ${x} })`),
  (x) => map(`{ for i, v in { k = ${x} } : i => v }`),
  (x) => map(`zipmap(["a", "k"], ["1", ${x}])`),
  (x) => map(`merge([{ k = "0" }, { k = ${x} }]...)`),
];

const lists: readonly Step[] = [
  (x) => string(`join(",", ${x})`),
  (x) => string(`element(reverse(tolist(${x})), 0)`),
  (x) => string(`[for i in ${x} : i][0]`),
  (x) => list(`distinct(concat(tolist(${x}), ["d", "d"]))`),
  (x) => list(`[for i in ${x} : "<\${i}>"]`),
  (x) => list(`coalescelist([], tolist(${x}))`),
  (x, sheet) => list(local(`sort(${x})`, sheet)),
  (x) => list(`formatlist("%s!", ${x})`),
  (x) => list(`slice(concat(["s"], tolist(${x})), 1, length(${x}) + 1)`),
];

const maps: readonly Step[] = [
  (x) => string(`${x}["k"]`),
  (x) => string(`lookup(${x}, "k", "none")`),
  (x) => string(`join(",", values(${x}))`),
  (x) => map(`merge(${x}, { z = "9" })`),
  (x) => map(`{ for i, v in ${x} : i => upper(v) }`),
  (x, sheet) => map(local(`tomap(${x})`, sheet)),
  (x) => list(`[for i, v in ${x} : v if i == "k"]`),
];

const numbers: readonly Step[] = [
  (x) => ({ kind: 'number', text: `${x} * 60` }),
  (x) => ({ kind: 'number', text: `(${x} + 3)` }),
  (x) => ({ kind: 'number', text: `max(${x}, 0)` }),
  (x) => string(`"\${${x}}s"`),
  (x) => string(`format("%04d", ${x})`),
  (x) => string(`tostring(${x})`),
];

const numberHomes: readonly ((word: string, sheet: Sheet) => Part)[] = [
  (word) => ({ kind: 'number', text: word }),
  (word, sheet) => ({ kind: 'number', text: variable('number', word, sheet) }),
  (word, sheet) => ({ kind: 'number', text: assigned('number', word, sheet) }),
  (word, sheet) => ({ kind: 'number', text: `tonumber(${local(`"${word}"`, sheet)})` }),
];

export const choices: fc.Arbitrary<Choices> = fc.record({
  home: fc.nat(homes.length + numberHomes.length - 1),
  steps: fc.array(fc.nat(10_000), { maxLength: 5 }),
  shared: fc.boolean(),
  serial: fc.constant(0),
});

function string(text: string): Part {
  return { kind: 'string', text };
}

function list(text: string): Part {
  return { kind: 'list', text };
}

function map(text: string): Part {
  return { kind: 'map', text };
}

function stepsFor(kind: Kind): readonly Step[] {
  return { string: strings, list: lists, map: maps, number: numbers }[kind];
}

/** The configuration with this text, or with this number if the choice of home needs one. */
export function generate(choices: Choices, words: { text: string; number: string }): Generated {
  const sheet: Sheet = {
    serial: choices.serial,
    declarations: [],
    vars: [],
    repetition: '',
    suffix: '',
  };
  const home = homes[choices.home];
  const other = numberHomes[choices.home - homes.length] ?? numberHomes[0]!;
  let part = home === undefined ? other(words.number, sheet) : home(words.text, sheet);
  const first = sheet.declarations.length > 0 && sheet.repetition === '' ? part.text : '"x"';
  for (const choice of choices.steps) {
    const steps = stepsFor(part.kind);
    part = steps[choice % steps.length]!(part.text, sheet);
  }
  const last = { string: '%', number: '"${%}"', list: 'join(";", %)', map: '%["k"]' }[part.kind];
  const value = last.replace('%', () => (part.kind === 'map' ? `(${part.text})` : part.text));
  const id = `p${choices.serial}`;
  const resource = `resource "aws_ssm_parameter" "${id}" {
${sheet.repetition}  value = ${value}
}`;
  const second = `resource "aws_ssm_parameter" "o${choices.serial}" {
  value = jsonencode(${first})
}`;
  return {
    main: `${[...sheet.declarations, resource, ...(choices.shared ? [second] : [])].join('\n\n')}\n`,
    vars: sheet.vars.map((line) => `${line}\n`).join(''),
    address: `aws_ssm_parameter.${id}${sheet.suffix}`,
  };
}
