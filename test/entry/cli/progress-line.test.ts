import { describe, expect, it } from 'vitest';
import { progressLine } from '../../../src/entry/cli/progress-line.ts';

function terminal(more: { readonly isTTY?: boolean; readonly columns?: number } = { isTTY: true }) {
  const written: string[] = [];
  let now = 0;
  const line = progressLine({ ...more, write: (text) => written.push(text) }, () => now);
  return {
    ...line,
    /** What a person sees: the text since the line was last cleared. */
    seen: () => written.join('').split('\r\u001b[K').at(-1) ?? '',
    all: () => written.join(''),
    wait: (ms: number) => {
      now += ms;
    },
  };
}

describe('the progress line', () => {
  it('shows what is running and for how long, below other output', () => {
    const screen = terminal();
    const end = screen.progress?.('terraform plan');
    expect(screen.seen()).toMatch(/^. terraform plan {2}0 s$/);

    screen.wait(12_400);
    screen.err('Checking the first\n');
    expect(screen.all()).toContain('Checking the first\n');
    expect(screen.seen()).toMatch(/^. terraform plan {2}12 s$/);

    end?.();
    expect(screen.seen()).toBe('');
  });

  it('names the newest of several steps, and disappears after the last one', () => {
    const screen = terminal();
    const first = screen.progress?.('terraform init');
    const second = screen.progress?.('terraform plan');
    expect(screen.seen()).toContain('terraform plan (and 1 more)');

    second?.();
    expect(screen.seen()).toContain('terraform init  0 s');
    first?.();
    expect(screen.seen()).toBe('');
  });

  it('stays one line, whatever the name of the step', () => {
    const screen = terminal({ isTTY: true, columns: 40 });
    screen.progress?.(`plan\n\u001b[2J, module.${'x'.repeat(200)}`)();
    for (const shown of screen.all().split('\r\u001b[K')) {
      expect(shown.length).toBeLessThan(40);
      expect(shown).not.toContain('\n');
      expect(shown).not.toContain('\u001b');
    }
  });

  it('is absent if the output is no terminal', () => {
    const screen = terminal({});
    expect(screen.progress).toBeUndefined();
    screen.err('Reading\n');
    expect(screen.all()).toBe('Reading\n');
  });
});
