import { describe, expect, it } from 'vitest';
import { readManifests } from '../../../../src/code/manifests/objects/read.ts';
import { renderChart } from '../../../../src/code/manifests/sources/helm/render.ts';
import { renderKustomization } from '../../../../src/code/manifests/sources/kustomize/render.ts';
import type { ManifestSource, Rendered } from '../../../../src/code/manifests/sources/types.ts';
import type { Json } from '../../../../src/model/json.ts';
import { jsonPatched } from '../../../../src/providers/kubernetes/changes/json-patch.ts';

/** CPU time in microseconds: far more than needed, far less than an unlimited run would take. */
const timeout = 30_000_000;

function inTime<T>(work: () => T): T {
  const before = process.cpuUsage();
  const done = work();
  expect(process.cpuUsage(before).user).toBeLessThan(timeout);
  return done;
}

const times = (count: number, make: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => make(at)).join('');

const configMap = (data: string, name = 'm') =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\ndata:\n${data}`;

/** Anchors each of which contains the previous one `each` times. */
const bomb = (anchors: number, each: number, deep = false): string =>
  `  a0: &a0 ${deep ? '[x]' : 'x'}\n${times(anchors, (at) => {
    const inner = Array.from({ length: each }, () => `*a${at}`).join(', ');
    return `  a${at + 1}: &a${at + 1} [${inner}]\n`;
  })}`;

const documents: readonly (readonly [name: string, text: string, why: string])[] = [
  ['aliases that double', configMap(bomb(40, 2)), 'too large with its aliases'],
  ['aliases of ten aliases', configMap(bomb(9, 10)), 'too large with its aliases'],
  ['aliases in aliases', configMap(bomb(400, 1)), 'too deep'],
  [
    'many aliases of a large value',
    configMap(`  a: &a [${'x, '.repeat(20_000)}]\n${times(1001, (at) => `  b${at}: *a\n`)}`),
    'too many aliases',
  ],
  ['lists in lists', configMap(`  a: ${'['.repeat(100_000)}${']'.repeat(100_000)}\n`), 'too deep'],
  ['maps in maps', configMap(`  a: ${'{a: '.repeat(300)}1${'}'.repeat(300)}\n`), 'too deep'],
  ['dashes in dashes', configMap(`  a:\n    ${'- '.repeat(20_000)}x\n`), 'too deep'],
  ['an alias of itself', configMap('  a: &a [*a]\n'), 'not YAML that can be edited'],
];

describe('a manifest that would exhaust the machine', () => {
  it.each(documents)('%s: is refused by name and line, and others are read', (_, text, why) => {
    const whole = `${configMap('  k: v\n', 'fine')}---\n${text}`;

    const { objects, problems } = inTime(() => readManifests('k8s/maps.yaml', whole));

    expect(objects.map(({ name }) => name)).toEqual(['fine']);
    expect(problems).toMatchObject([
      {
        code: 'manifest-yaml',
        message: `The document is ${why}.`,
        place: { file: 'k8s/maps.yaml', line: 7 },
      },
    ]);
  });

  it('may have any number of documents', () => {
    const { objects } = inTime(() =>
      readManifests(
        'a.yaml',
        times(2000, (at) => `---\n${configMap('  k: v\n', `m${at}`)}`),
      ),
    );
    expect(objects).toHaveLength(2000);
    expect(objects.at(-1)?.line).toBe(1999 * 7 + 1);
  });
});

const chart: ManifestSource = { path: 'c', kind: 'helm', release: 'r' };

function render(template: string, values = 'l: [1]\n', helpers = ''): Rendered {
  const files = new Map([
    ['c/Chart.yaml', 'name: c\nversion: 1.0.0\n'],
    ['c/values.yaml', values],
    ['c/templates/_h.tpl', helpers],
    ['c/templates/map.yaml', template],
  ]);
  return inTime(() => renderChart(files, chart));
}

const numbers = `l: [${times(1000, (at) => `${at}, `)}]\n`;
const nested = (depth: number, body: string): string =>
  depth === 0 ? body : `{{ range $.Values.l }}${nested(depth - 1, body)}{{ end }}`;

/** Charts that are given up as a whole, naming the file. */
const charts: readonly (readonly [
  name: string,
  made: () => Rendered,
  file: string,
  why: string,
])[] = [
  ['nested ranges', () => render(configMap(nested(4, 'x')), numbers), 'map.yaml', 'more steps'],
  [
    'nested ranges of nothing',
    () => render(configMap(nested(4, '')), numbers),
    'map.yaml',
    'more steps',
  ],
  [
    'a range that writes',
    () => render(configMap(nested(2, 'x'.repeat(5000))), numbers),
    'map.yaml',
    'more steps',
  ],
  [
    'templates that call themselves twice',
    () =>
      render(
        configMap('  a: {{ include "t" . | quote }}\n'),
        'l: [1]\n',
        '{{ define "t" }}{{ include "t" . }}{{ include "t" . }}{{ end }}',
      ),
    'map.yaml',
    'more steps',
  ],
  [
    'values that are a bomb',
    () => render(configMap('  a: b\n'), `x:\n${bomb(40, 2)}`),
    'values.yaml',
    'too large with its aliases',
  ],
  [
    'values that are deep',
    () => render(configMap('  a: b\n'), `x: ${'['.repeat(50_000)}`),
    'values.yaml',
    'cannot be read|too deep',
  ],
  [
    'values that are no YAML',
    () => render(configMap('  a: b\n'), 'a: [\n'),
    'values.yaml',
    'cannot be read',
  ],
  [
    'blocks in blocks',
    () => render(`${'{{ if 1 }}'.repeat(20_000)}${'{{ end }}'.repeat(20_000)}`),
    'map.yaml',
    'cannot be read',
  ],
  [
    'actions without an end',
    () => render(`{{ ${'"a" '.repeat(5000)}`),
    'map.yaml',
    'cannot be read',
  ],
  [
    'texts without an end',
    () => render(`{{ ${'"\\'.repeat(50_000)}`),
    'map.yaml',
    'cannot be read',
  ],
];

describe('a chart that would exhaust the machine', () => {
  it.each(charts)('%s: is given up, naming the file and the reason', (_, made, file, why) => {
    const { objects, unclear, problems } = made();

    expect([objects, unclear]).toEqual([[], []]);
    expect(problems.map(({ place }) => place?.file.endsWith(file))).toContain(true);
    expect(problems.map(({ message }) => message).join('\n')).toMatch(new RegExp(why));
  });

  const texts: readonly (readonly [name: string, template: string])[] = [
    ['calls itself', '{{ include "self" . }}'],
    ['doubles', `{{ $a := "xx" }}${times(40, () => '{{ $a = printf "%s%s" $a $a }}')}{{ $a }}`],
    [
      'doubles by replace',
      `{{ $a := "xx" }}${times(40, () => '{{ $a = $a | replace "x" "xx" }}')}{{ $a }}`,
    ],
    ['is multiplied at once', '{{ $a := include "long" . }}{{ $a | replace "" $a }}'],
    ['is quoted again and again', `{{ "\\"" ${'| quote '.repeat(60)} }}`],
    ['is in groups in groups', `{{ ${'('.repeat(20_000)}1${')'.repeat(20_000)} }}`],
  ];

  it.each(texts)('a text that %s is unknown, and all others are known', (_, made) => {
    const helpers = `{{ define "self" }}{{ include "self" . }}{{ end }}{{ define "long" }}${'y'.repeat(100_000)}{{ end }}`;
    const { objects, problems } = render(configMap(`  a: ${made}\n  b: c\n`), 'l: [1]\n', helpers);

    expect(problems).toEqual([]);
    expect(objects.map(({ value }) => (value['data'] as { b: Json }).b)).toEqual(['c']);
    expect(JSON.stringify(objects).length).toBeLessThan(50_000);
  });
});

const overlay: ManifestSource = { path: 'k0', kind: 'kustomize' };

function build(files: Readonly<Record<string, string>>): Rendered {
  return inTime(() => renderKustomization(new Map(Object.entries(files)), overlay));
}

const tower = (levels: number, each: number): Readonly<Record<string, string>> => {
  const layers = Array.from({ length: levels }, (_, at) => {
    const base =
      at + 1 === levels ? ['map.yaml'] : Array.from({ length: each }, () => `../k${at + 1}`);
    return [`k${at}/kustomization.yaml`, `resources: [${base.join(', ')}]\n`] as const;
  });
  return Object.fromEntries([...layers, [`k${levels - 1}/map.yaml`, configMap('  a: b\n')]]);
};

const copies = times(40, (at) => `- {op: copy, from: /data, path: /data/a${at}}\n`);

describe('a kustomization that would exhaust the machine', () => {
  it.each([
    ['bases that multiply', tower(20, 2)],
    ['bases that use themselves', { 'k0/kustomization.yaml': `resources: [${'., '.repeat(3)}]\n` }],
    [
      'more patches than objects can stand',
      {
        'k0/kustomization.yaml': `resources: [m.yaml]\npatches:\n${times(3000, () => '- target: {name: "(a+)+b"}\n  patch: |-\n    - {op: add, path: /x, value: 1}\n')}`,
        'k0/m.yaml': times(500, (at) => `---\n${configMap('  a: b\n', `m${at}`)}`),
      },
    ],
    [
      'a file that is read again and again',
      {
        'k0/kustomization.yaml': `resources: []\nconfigMapGenerator:\n- name: a\n  files: [${times(500, (at) => `k${at}=large, `)}]\n`,
        'k0/large': 'x'.repeat(1_000_000),
      },
    ],
  ])('%s: is given up, naming the file and the reason', (_, files) => {
    const { objects, unclear, problems } = build(files);

    expect([objects, unclear]).toEqual([[], []]);
    expect(problems).toMatchObject([
      {
        code: 'kustomize-unsupported',
        message: expect.stringContaining('more steps than Parley follows'),
        place: { file: 'k0/kustomization.yaml' },
      },
    ]);
  });

  it('leaves only the object unclear that a patch copies into itself', () => {
    const { objects, unclear } = build({
      'k0/kustomization.yaml': `resources: [a.yaml, b.yaml]\npatches:\n- target: {name: a}\n  patch: |-\n${copies.replaceAll(/^/gm, '    ')}\n`,
      'k0/a.yaml': configMap('  x: y\n', 'a'),
      'k0/b.yaml': configMap('  x: y\n', 'b'),
    });

    expect(objects.map(({ id }) => id.name)).toEqual(['b']);
    expect(unclear.map(({ id }) => id.name)).toEqual(['a']);
  });
});

it('does not follow a patch in the log that makes copies of copies', () => {
  const operations = Array.from({ length: 60 }, (_, at) => ({
    ...{ op: 'copy', from: '/data', path: `/data/a${at}` },
  }));
  const deep = Array.from({ length: 300 }, () => ({ op: 'copy', from: '/data', path: '/data/a' }));

  for (const hostile of [operations, deep]) {
    const { doubtful } = inTime(() => jsonPatched({ data: { x: 'y' } }, hostile));
    expect(doubtful).toBe(true);
  }
});
