import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const src = join(root, 'src');
const workers = join(root, 'workers');

/**
 * What each part may import, besides itself. Imports point one way:
 * model <- text <- stages <- pipeline <- edges; adapters implement ports of the pipeline.
 */
const allowed: Readonly<Record<string, readonly string[]>> = {
  model: [],
  text: ['model'],
  yaml: ['model', 'text'],
  hcl: ['model', 'text', 'yaml'],
  audit: ['model'],
  actor: ['model'],
  kubernetes: ['model', 'text', 'yaml'],
  catalog: ['model'],
  terraform: ['model', 'hcl', 'catalog'],
  // What changes do to security, durability and the like, by facts.
  harm: ['model', 'catalog', 'kubernetes'],
  // Which planned changes undo what somebody wants.
  guard: ['model', 'catalog', 'terraform', 'harm', 'arbitration'],
  drift: ['model', 'yaml', 'hcl', 'catalog', 'terraform'],
  ignore: ['model'],
  intent: ['model', 'yaml', 'hcl', 'catalog', 'terraform', 'harm'],
  arbitration: ['model', 'yaml', 'hcl', 'catalog', 'terraform'],
  patch: ['model', 'text', 'yaml', 'hcl', 'catalog', 'terraform'],
  ledger: ['model', 'catalog', 'kubernetes'],
  // What the outside gives and takes.
  ports: ['model', 'audit', 'catalog', 'intent', 'arbitration', 'queue'],
  pipeline: [
    'model',
    'ports',
    'hcl',
    'audit',
    'actor',
    'catalog',
    'kubernetes',
    'terraform',
    'drift',
    'harm',
    'ignore',
    'intent',
    'arbitration',
    'patch',
    'ledger',
  ],
  config: ['model', 'ports', 'actor', 'harm', 'arbitration', 'pipeline'],
  policy: ['model', 'actor', 'harm', 'arbitration', 'config', 'intent'],
  forge: ['model', 'net', 'pipeline', 'config'],
  collect: ['model', 'ports', 'audit', 'config', 'pipeline', 'net'],
  // The application: what the queues' jobs do, on ports.
  service: [
    'model',
    'ports',
    'kubernetes',
    'arbitration',
    'guard',
    'intent',
    'pipeline',
    'config',
    'forge',
    'collect',
    'notify',
    'queue',
  ],
  telemetry: ['model'],
  net: ['model'],
  checkout: ['model', 'net', 'config', 'forge', 'service'],
  api: [
    'model',
    'ports',
    'audit',
    'pipeline',
    'config',
    'forge',
    'notify',
    'queue',
    'service',
    'telemetry',
  ],
  llm: ['model', 'intent', 'pipeline'],
  notify: ['model', 'config'],
  opa: ['model', 'arbitration', 'net'],
  'state-source': ['model', 'net', 'terraform'],
  store: ['model', 'ports', 'ledger', 'pipeline', 'queue', 'service'],
  queue: ['model', 'ports', 'store'],
  cli: [
    'text',
    'model',
    'ports',
    'hcl',
    'audit',
    'actor',
    'catalog',
    'kubernetes',
    'terraform',
    'drift',
    'guard',
    'harm',
    'intent',
    'arbitration',
    'patch',
    'pipeline',
    'config',
    'forge',
    'policy',
    'api',
    'llm',
    'opa',
    'ledger',
    'state-source',
    'store',
    'collect',
    'service',
    'telemetry',
    'checkout',
    'net',
    'notify',
    'queue',
    'workers',
  ],
  // One thin file a queue, beside src.
  workers: ['model', 'service', 'queue'],
};

interface Import {
  readonly from: string;
  readonly to: string;
  readonly file: string;
}

function sourceFiles(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(folder, file))
    .sort();
}

function partOf(file: string): string {
  if (!relative(workers, file).startsWith('..')) return 'workers';
  const [first = ''] = relative(src, file).split(sep);
  return first === 'cli.ts' ? 'cli' : first;
}

function importsOf(file: string): readonly Import[] {
  const text = readFileSync(file, 'utf8');
  const found = text.matchAll(/(?:\bfrom|\bimport\(?)\s*'(\.[^']+)'/g);
  return [...found].map(([, target = '']) => ({
    from: partOf(file),
    to: partOf(resolve(dirname(file), target)),
    file: relative(root, file),
  }));
}

const imports = [...sourceFiles(src), ...sourceFiles(workers)].flatMap(importsOf);

describe('imports', () => {
  it('are read at all', () => {
    expect(imports.length).toBeGreaterThan(100);
  });

  it('name only parts that the rule knows', () => {
    const parts = new Set(sourceFiles(src).map(partOf));
    expect([...parts].filter((part) => !Object.hasOwn(allowed, part))).toEqual([]);
  });

  it('point one way', () => {
    const wrong = imports.filter(
      ({ from, to }) => from !== to && !(allowed[from] ?? []).includes(to),
    );
    expect(wrong.map(({ file, to }) => `${file} imports ${to}`)).toEqual([]);
  });

  it('keep node out of the pure parts', () => {
    const pure = [
      'model',
      'yaml',
      'hcl',
      'catalog',
      'drift',
      'ignore',
      'intent',
      'arbitration',
      'patch',
      'ledger',
      'harm',
      'guard',
      'kubernetes',
    ];
    // Data that comes with the package; everything else is values in, values out.
    const readers = [
      'src/catalog/breadth/load.ts',
      'src/catalog/schema/load.ts',
      'src/harm/table/load.ts',
    ];
    const wrong = sourceFiles(src).filter((file) => {
      if (!pure.includes(partOf(file)) || readers.includes(relative(root, file))) return false;
      return /'node:(?!crypto|buffer|zlib|(?:net|util)')/.test(readFileSync(file, 'utf8'));
    });
    expect(wrong.map((file) => relative(root, file))).toEqual([]);
  });
});
