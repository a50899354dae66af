import { readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  arrowsOf,
  readImports,
  roomOf,
  sourceFiles,
  wingOf,
} from '../../scripts/architecture/imports.ts';
import { withPicture } from '../../scripts/architecture/page.ts';
import { layered } from '../../scripts/architecture/picture.ts';

const root = resolve(import.meta.dirname, '../..');

/** What each wing may import. An arrow that is no longer used has to be removed here, too. */
const wings: Readonly<Record<string, readonly string[]>> = {
  model: [],
  text: ['model'],
  evidence: ['model'],
  providers: ['model'],
  code: ['model', 'text', 'providers'],
  stages: ['model', 'text', 'evidence', 'providers', 'code'],
  config: ['model', 'text', 'evidence', 'providers', 'stages'],
  ports: ['model', 'evidence', 'providers', 'stages', 'config'],
  reconcile: ['model', 'evidence', 'providers', 'code', 'stages', 'ports'],
  present: ['model', 'providers', 'code', 'stages', 'config', 'ports', 'reconcile'],
  adapters: ['model', 'text', 'evidence', 'code', 'stages', 'config', 'ports', 'reconcile'],
  app: [
    'model',
    'text',
    'evidence',
    'providers',
    'code',
    'stages',
    'config',
    'ports',
    'reconcile',
    'present',
    'adapters',
  ],
  workers: ['model', 'ports', 'adapters', 'app'],
  entry: [
    'model',
    'text',
    'evidence',
    'providers',
    'code',
    'stages',
    'config',
    'ports',
    'reconcile',
    'present',
    'adapters',
    'app',
    'workers',
  ],
};

/** The same for rooms within a wing; a room that is not listed imports none. */
const rooms: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  evidence: {},
  code: { hcl: ['yaml'], manifests: ['yaml'], terraform: ['hcl'] },
  // The guard judges plans as arbitration judges drift; a policy is what both decide by.
  stages: { guard: ['arbitration'], policy: ['arbitration', 'intent'] },
  adapters: {
    checkout: ['git', 'net', 'sync'],
    collect: ['net'],
    forge: ['git', 'net'],
    notify: ['net'],
    // Artifact folders are locked, as stores are.
    oci: ['net', 'store', 'sync'],
    oidc: ['net'],
    opa: ['net'],
    queue: ['store'],
    receipt: ['store'],
    'state-source': ['net'],
  },
};

/** Wings that use no clock, files, network or processes: they only compute values from values. */
const pure = ['model', 'text', 'providers', 'stages'];
const pureRooms = ['src/code/hcl', 'src/code/yaml', 'src/code/manifests'];

/** Files that load data shipped with the package. */
const readers = [
  'src/providers/derived/load.ts',
  'src/providers/harm/table/load.ts',
  'src/providers/schema/load.ts',
  'src/stages/policy/built-in/files.ts',
];

const imports = readImports(root);

describe('the wings of the source', () => {
  it('are fourteen at most', () => {
    expect(imports.length).toBeGreaterThan(100);
    expect(arrowsOf(imports).size).toBeLessThanOrEqual(14);
  });

  it('import exactly what they may', () => {
    expect(Object.fromEntries(arrowsOf(imports))).toEqual(
      Object.fromEntries(Object.entries(wings).map(([wing, to]) => [wing, [...to].sort()])),
    );
  });

  it('have imports that point one way', () => {
    expect(layered(arrowsOf(imports))).toHaveLength(Object.keys(wings).length);
    expect(() =>
      layered(
        new Map([
          ['a', ['b']],
          ['b', ['a']],
        ]),
      ),
    ).toThrow('Arrows go round');
  });

  it.each(Object.keys(rooms))('keep their rooms apart: %s', (wing) => {
    const within = imports.filter(({ from, to }) => wingOf(from) === wing && wingOf(to) === wing);
    const found = new Map<string, Set<string>>();
    for (const { from, to } of within) {
      const [own, other] = [roomOf(from), roomOf(to)];
      if (own !== other) found.set(own, (found.get(own) ?? new Set()).add(other));
    }
    const arrows = [...found].map(([own, others]) => [own, [...others].sort()] as const);

    expect(Object.fromEntries(arrows)).toEqual(rooms[wing]);
  });

  it('keep Node modules out of pure code', () => {
    const wrong = sourceFiles(join(root, 'src')).filter((file) => {
      const path = relative(root, file);
      const computes = pure.includes(wingOf(path)) || pureRooms.some((at) => path.startsWith(at));
      if (!computes || readers.includes(path)) return false;
      return /'node:(?!crypto|buffer|zlib|(?:net|util)')/.test(readFileSync(file, 'utf8'));
    });

    expect(wrong.map((file) => relative(root, file))).toEqual([]);
  });

  it('match the drawing in docs/architecture.md (npx tsx scripts/architecture.ts)', () => {
    const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8');

    expect(withPicture(page, imports)).toBe(page);
  });
});
