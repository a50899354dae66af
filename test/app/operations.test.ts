import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createPrometheusMetrics } from '../../src/adapters/telemetry/prometheus.ts';
import { ConfigFile } from '../../src/config/schema.ts';
import { readYamlFile } from '../../src/text/yaml-file.ts';

const docs = resolve(import.meta.dirname, '../../docs');
const page = readFileSync(join(docs, 'operations.md'), 'utf8');
const [, example = ''] = /```yaml\n([\s\S]*?)```/.exec(page) ?? [];

describe('docs/operations.md', () => {
  it('shows settings that are valid', () => {
    expect(readYamlFile(example, 'parley.yaml', ConfigFile)).toMatchObject({ ok: true });
  });

  it('links to files that exist', () => {
    const links = [...page.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, path = '']) => path);

    for (const path of new Set(links)) expect(existsSync(join(docs, path)), path).toBe(true);
  });

  it('names API paths that exist', () => {
    const routes = resolve(docs, '../src/entry/api/routes');
    const known = readdirSync(routes)
      .flatMap((name) => [
        ...readFileSync(join(routes, name), 'utf8').matchAll(/path: '(\/api[^']+)'/g),
      ])
      .map(([, path = '']) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`));
    const called = [...page.matchAll(/parley\.example\.com(\/api[\w/-]+)/g)];

    expect(called.length).toBeGreaterThan(0);
    for (const [, path = ''] of called) {
      expect(
        known.some((form) => form.test(path)),
        path,
      ).toBe(true);
    }
  });

  it('names exactly the metrics that exist', async () => {
    const text = await createPrometheusMetrics().text();
    const known = [...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name);
    const table = page.split('| metric | is |')[1]?.split('\n\n')[0] ?? '';

    expect([...new Set(table.match(/parley_\w+/g))].sort()).toEqual(known.sort());
  });
});
