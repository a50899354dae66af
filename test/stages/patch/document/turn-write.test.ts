import { describe, expect, it } from 'vitest';
import { objectValue, stringValue, type Value } from '../../../../src/code/hcl/eval/value.ts';
import type { Binding, Scope } from '../../../../src/code/terraform/config/scope.ts';
import { iterationWrite } from '../../../../src/stages/patch/terraform/document/iteration-write.ts';

function scopeOf(
  bindings: Readonly<Record<string, Pick<Binding, 'shape' | 'key' | 'value'>>>,
): Scope {
  return { bindings: new Map(Object.entries(bindings)) } as unknown as Scope;
}

const text = (value: string): Value => stringValue(value);
const team = {
  shape: 'entry' as const,
  key: text('web'),
  value: objectValue([
    ['bucket', text('web-logs')],
    ['size', text('')],
  ]),
};

describe('texts for all iterations of a loop', () => {
  it.each([
    ['the whole text', 'web', '{"kind":"raw","text":"team.key"}'],
    ['a part of it', 'arn:x/web/*', '{"kind":"raw","text":"\\"arn:x/${team.key}/*\\""}'],
    ['the longest name', 'x/web-logs', '{"kind":"raw","text":"\\"x/${team.value.bucket}\\""}'],
    ['no part of a word', 'webs', '{"kind":"json","value":"webs"}'],
    ['nothing of another turn', 'api', '{"kind":"json","value":"api"}'],
    ['signs that would be read', '${web}', '{"kind":"raw","text":"\\"$${${team.key}}\\""}'],
  ])('refer to the value of the iteration: %s', (_, given, expected) => {
    expect(JSON.stringify(iterationWrite(scopeOf({ team }))?.(given))).toBe(expected);
  });

  it('refer to keys and values by their names', () => {
    const scope = scopeOf({
      k: { shape: 'key', key: text('a'), value: text('x') },
      v: { shape: 'value', key: text('a'), value: text('x') },
    });

    expect(iterationWrite(scope)?.('a/b')).toEqual({ kind: 'raw', text: '"${k}/b"' });
    expect(iterationWrite(scope)?.('x')).toEqual({ kind: 'raw', text: 'v' });
  });

  it('are none outside of loops', () => {
    expect(iterationWrite(scopeOf({}))).toBeUndefined();
  });
});
