import { builtInFile } from '../../src/stages/policy/built-in/files.ts';
import { explainPolicy } from '../../src/stages/policy/explain/explain.ts';
import { readPolicyFile } from '../../src/stages/policy/file/read.ts';

const begin = '<!-- default policy: npx tsx scripts/policy-prose.ts -->';
const end = '<!-- end of default policy -->';

/** The page with the prose between its marks. */
export function withProse(page: string, prose: string): string {
  const [before, rest] = page.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error('the page has no marks');
  return `${before}${begin}\n\n${prose}\n${end}${after}`;
}

/** The default policy as Markdown. */
export function defaultProse(): string {
  const read = readPolicyFile(builtInFile('default') ?? '', 'default');
  if (!read.ok) throw new Error(read.error.message);
  const prose = explainPolicy(read.value);
  if (!prose.ok) throw new Error(prose.error.message);
  return prose.value.replaceAll(/^(\d+\. tier .*)$/gm, '**$1**');
}
