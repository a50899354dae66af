import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const docs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' });
const pages = ['README.md', 'CONTRIBUTING.md', ...docs.map((name) => join('docs', name))]
  .filter((name) => name.endsWith('.md'))
  .sort();

/** The text without blocks of code, whose contents are no headings and no links. */
function proseOf(page: string): string {
  return readFileSync(join(root, page), 'utf8').replace(/^( *)(```+)[\s\S]*?^\1\2$/gm, '');
}

/** The anchors that a forge makes of the headings. */
function anchorsOf(page: string): ReadonlySet<string> {
  const seen = new Map<string, number>();
  const anchors = [...proseOf(page).matchAll(/^#+ +(.+)$/gm)].map(([, heading = '']) => {
    const text = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const slug = text.replace(/[^\p{L}\p{N}_ -]/gu, '').replaceAll(' ', '-');
    const count = seen.get(slug) ?? 0;
    seen.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  });
  return new Set(anchors);
}

function isThere(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? page : join(dirname(page), path);
  if (!existsSync(join(root, target))) return false;
  return anchor === undefined || !target.endsWith('.md') || anchorsOf(target).has(anchor);
}

describe.each(pages)('%s', (page) => {
  it('links to pages and sections that exist', () => {
    const text = proseOf(page).replace(/`[^`\n]*`/g, '');
    const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
    const own = links.filter((link) => !/^(?:[a-z]+:|\/)/.test(link));

    expect(own.filter((link) => !isThere(page, link))).toEqual([]);
  });

  it('names files and folders that exist', () => {
    const named = proseOf(page).matchAll(/`((?:test|src|docs)\/[\w./-]+)`/g);
    const paths = [...named].map(([, path = '']) => path);

    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});
