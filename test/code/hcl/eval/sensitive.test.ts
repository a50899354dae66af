import { describe, expect, it } from 'vitest';
import { functionNames } from '../../../../src/code/hcl/eval/functions/registry.ts';
import { evaluateText } from './ours.ts';

/** An invalid value for most functions, so that they complain about it. */
const secret = '(?hunter2';

/** All diagnostics of an expression, and the reason if its value is unknown. */
function said(text: string): string {
  const { value, diagnostics } = evaluateText(text);
  const reason = value.kind === 'unknown' ? value.reason : '';
  return [...diagnostics.map(({ message }) => message), reason].join('\n');
}

/** Calls of a function with the secret in each position; `one` wraps the argument. */
function calls(name: string, one: (text: string) => string): readonly string[] {
  const [text, list, map] = [`"${secret}"`, `["${secret}"]`, `{a = "${secret}"}`].map(one);
  return [
    ...[text, list, map].map((arg) => `${name}(${arg})`),
    `${name}(${text}, 1)`,
    `${name}(1, ${text})`,
    `${name}("a", ${text})`,
    `${name}(${text}, "a")`,
    `${name}({}, ${text})`,
    `${name}({}, ${text}, [])`,
    `${name}("a", ${text}, "b")`,
    `${name}("10.0.0.0/8", 1, ${text})`,
    `${name}(${text}, 1, 1)`,
  ];
}

const elsewhere = [
  (value: string) => `{a = 1}[${value}]`,
  (value: string) => `tomap({a = 1})[${value}]`,
  (value: string) => `[1][${value}]`,
  (value: string) => `1 + ${value}`,
  (value: string) => `{for x in [1, 2] : ${value} => x}`,
  (value: string) => `{for x in [${value}, ${value}] : x => x}`,
  (value: string) => `[for x in [1] : parseint(${value}, 10)]`,
  (value: string) => `${value} ? 1 : 2`,
  (value: string) => `"%{ if ${value} }a%{ endif }"`,
];

describe('the messages about a sensitive value', () => {
  it('do not quote it, whatever function it is passed to', () => {
    const names = functionNames().filter((name) => !/^(?:non)?sensitive$/.test(name));
    const quoted = names
      .flatMap((name) => calls(name, (text) => text))
      .filter((text) => said(text).includes('hunter2'));

    const leaks = names
      .flatMap((name) => calls(name, (text) => `sensitive(${text})`))
      .filter((text) => said(text).includes('hunter2'));

    expect(leaks).toEqual([]);
    // Values that are not sensitive are quoted, because that helps.
    expect(quoted.length).toBeGreaterThan(20);
  });

  it.each(elsewhere.map((place) => [place(`sensitive("${secret}")`)]))(
    'do not quote it in %s',
    (text) => {
      expect(said(text)).not.toContain('hunter2');
    },
  );

  it.each([
    `[for x in sensitive(["${secret}"]) : parseint(x, 10)]`,
    `[for x in sensitive(["${secret}"]) : {}[x]]`,
    `[for x in sensitive(["${secret}"]) : [for y in [x] : regex(y, "a")]]`,
    `{for x in sensitive(["${secret}", "${secret}"]) : x => 1}`,
    `{for k, x in sensitive({a = "${secret}"}) : k => cidrhost(x, 1)}`,
    `[for x in sensitive(["${secret}"]) : try(parseint(x, 10), parseint(x, 16))]`,
    `"%{ for x in sensitive(["${secret}"]) }\${parseint(x, 10)}%{ endfor }"`,
    `templatestring("\${parseint(a, 10)}", { a = sensitive("${secret}") })`,
  ])('do not quote a part of it: %s', (text) => {
    expect(said(text)).not.toBe('');
    expect(said(text)).not.toContain('hunter2');
  });
});
