import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const folder = resolve(import.meta.dirname, '../../docs/adr');
const files = readdirSync(folder).sort();

describe('the decisions on record', () => {
  it('are numbered without a gap, each number once', () => {
    expect(files.map((file) => Number(file.slice(0, 4)))).toEqual(files.map((_, at) => at + 1));
  });

  it.each(files)('%s has its number in its title', (file) => {
    const [title] = readFileSync(join(folder, file), 'utf8').split('\n');

    expect(title).toMatch(new RegExp(`^# ${Number(file.slice(0, 4))}\\. \\S`));
  });
});
