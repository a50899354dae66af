import { describe, expect, it } from 'vitest';
import {
  renderPassed,
  renderReverted,
  renderWeakenings,
} from '../../../src/present/terminal/passed.ts';
import { createStyle } from '../../../src/present/terminal/style.ts';
import { sampleWeakening } from '../../adapters/notify/sample.ts';

const style = createStyle(false);
const hour = (n: number) => `2026-03-14T${String(n).padStart(2, '0')}:00:00Z`;
const weak = (n: number, more = {}) =>
  sampleWeakening({ window: { from: hour(n), to: hour(n) }, ...more });

describe('changes that did not last, on a terminal', () => {
  it.each([80, 140])('show weakenings within %i columns', (columns) => {
    const text = renderWeakenings([weak(2)], style, columns);

    expect(text).toMatch(/^Weakened for 6 minutes: opened port 22 \(SSH\) to everyone/);
    expect(text).toContain('alice@example.com (human), 2026-03-14 02:00:00 ');
    for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(columns);
  });

  it('group the fields of one change, the newest first, and count the rest', () => {
    const all = Array.from({ length: 13 }, (_, n) => weak(n));
    const text = renderWeakenings([...all, weak(12, { path: ['egress'] })], style, 140);

    expect(text.match(/^Weakened/gm)).toHaveLength(10);
    expect(text.split('\n')[2]).toBe('  aws_security_group.web egress, ingress');
    expect(text.split('\n').at(-1)).toBe('and 3 more');
  });

  it('list everything else separately, and nothing if there is nothing', () => {
    const harmless = weak(1, {
      purpose: 'tagging',
      sentence: 'Tagged web for 6 minutes; put back',
    });

    expect(renderReverted([weak(2), harmless], style, 140).split('\n')).toEqual([
      'Did not last (nothing to do)',
      '  Tagged web for 6 minutes; put back',
      '    alice@example.com (human), 2026-03-14 01:00:00 UTC',
      '    aws_security_group.web ingress',
    ]);
    expect(renderReverted([weak(2)], style, 140)).toBe('');
    expect(renderWeakenings([harmless], style, 140)).toBe('');
  });

  it('leave the state to be put right where a resource is there under another id', () => {
    const because = 'It exists again as rtbassoc-2; Terraform looks for rtbassoc-1.';
    const again = weak(1, { purpose: 'clean-up', path: [], ending: 'put-back', because });

    expect(renderReverted([again], style, 140)).toMatch(
      /^Did not last \(nothing to do in the code\)\n/,
    );
    expect(renderReverted([again], style, 140)).toContain(because);
  });

  it('accept reports of earlier versions, and show no hidden value', () => {
    const { address, path, evidence, window } = weak(1);
    const hidden = weak(1, {
      before: { kind: 'redacted' },
      writes: [{ event: 'e1', time: hour(1), value: { kind: 'redacted' } }],
    });

    expect(renderReverted([{ address, path, evidence, window }], style, 80)).toContain(address);
    expect(renderPassed([hidden], style)).toContain('Values  a hidden value before');
  });
});
