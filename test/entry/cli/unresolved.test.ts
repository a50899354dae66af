import { describe, expect, it } from 'vitest';
import type { Unresolved } from '../../../src/model/report.ts';
import { createStyle } from '../../../src/present/terminal/style.ts';
import { renderUnresolved } from '../../../src/present/terminal/unresolved.ts';

const style = createStyle(false);
const finding = (address: string): Unresolved => ({
  code: 'unknown-operation',
  reason: 'ben called X on it.',
  suggestion: 'Look.',
  address,
});

const render = (...all: readonly Unresolved[]) => renderUnresolved(all, style).split('\n');

describe('findings that need a person', () => {
  it('are grouped if they are the same for many resources', () => {
    const many = Array.from({ length: 18 }, (_, n) => finding(`aws_x.n${n}`));
    expect(render(...many)).toEqual([
      'Needs a person (18)',
      '  18 resources: ben called X on it.',
      '    aws_x.n0, aws_x.n1, aws_x.n2, aws_x.n3, aws_x.n4 and 13 more',
      '    Look.',
    ]);
  });

  it('are reported separately for a few resources', () => {
    expect(render(finding('aws_x.a'), finding('aws_x.b'))).toEqual([
      'Needs a person (2)',
      '  aws_x.a: ben called X on it.',
      '    Look.',
      '  aws_x.b: ben called X on it.',
      '    Look.',
    ]);
  });

  it('are reported with how often they occur', () => {
    expect(render(finding('aws_x.a'), finding('aws_x.a'))).toEqual([
      'Needs a person (2)',
      '  aws_x.a: ben called X on it.',
      '    Look. (2 times)',
    ]);
  });
});
