import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { plansOf, runDemo } from './demo-plans.ts';

it('docs/proposals.md shows what is proposed for the hotfix of the demo', async () => {
  const text = readFileSync(join(import.meta.dirname, '../../../docs/proposals.md'), 'utf8');
  const [, sample] = /^````markdown\n([\s\S]*?)\n````$/m.exec(text) ?? [];

  const [plan] = plansOf(await runDemo()).filter(({ title }) => title.includes('opened port'));

  expect(sample).toBe(plan?.body);
});
