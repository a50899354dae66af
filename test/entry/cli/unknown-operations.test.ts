import { describe, expect, it } from 'vitest';
import { createStyle } from '../../../src/present/terminal/style.ts';
import { renderUnknownOperations } from '../../../src/present/terminal/unknown-operations.ts';

const style = createStyle(false);
const operation = (name: string, count = 1) =>
  ({ cloud: 'aws', service: 'bedrock.amazonaws.com', operation: name, count }) as const;

describe('operations that the catalog does not know', () => {
  it.each([[undefined], [[]]])('have no section if there are none', (operations) => {
    expect(renderUnknownOperations(operations, style)).toBe('');
  });

  it('are listed up to ten, in lines that no name can break', () => {
    const many = Array.from({ length: 25 }, (_, i) => operation(`Op${i}\n\u001b[2J`, 30 - i));
    const lines = renderUnknownOperations(many, style).split('\n');

    expect(lines).toHaveLength(12);
    expect(lines[0]).toBe('Not in the catalog (25 operations)');
    expect(lines[1]).toMatch(/^ {2}30 calls of bedrock\.amazonaws\.com:Op0/);
    expect(lines.at(-1)).toBe('  and 15 more');
    expect(lines.join('')).not.toContain('\u001b');
  });
});
