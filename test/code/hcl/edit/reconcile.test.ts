import { describe, expect, it } from 'vitest';
import { reconcileValue } from '../../../../src/code/hcl/edit/reconcile.ts';
import { edited, subjectOf } from './support.ts';

// All other cases are in the files of `cases`.
describe('reconcileValue', () => {
  it('tells which part is computed', () => {
    const { file, value } = subjectOf(`a = {
  b = [1, f(2)]
}
`);
    const result = reconcileValue(file, value, { b: [1, 3] });

    expect(result).toMatchObject({
      ok: false,
      refusal: { code: 'not-literal', line: 2, start: file.text.indexOf('f(2)') },
    });
  });

  it('preserves CRLF in a heredoc', () => {
    const made = edited('a = <<E\r\na\r\nb\r\nE\n', ({ file, value }) =>
      reconcileValue(file, value, 'a\r\nc\r\n'),
    );

    expect(made).toBe('a = <<E\r\na\r\nc\r\nE\n');
  });
});
