import { describe, expect, it } from 'vitest';
import { renderChart } from '../../../../src/code/manifests/sources/helm/render.ts';
import { objectValueAt } from '../../../../src/providers/kubernetes/values/at.ts';
import { isHiddenObject } from '../../../../src/providers/kubernetes/values/hidden.ts';

const head = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: "{{ .Release.Name }}"}\ndata:\n';

function render(data: string, values: string) {
  const files = new Map([
    ['c/Chart.yaml', 'name: c\nversion: 1.0.0\n'],
    ['c/values.yaml', values],
    ['c/templates/_h.tpl', '{{ define "up" }}{{ . | upper }}{{ end }}'],
    ['c/templates/map.yaml', head + data],
  ]);
  return renderChart(files, { path: 'c', kind: 'helm', release: 'r' });
}

interface Row {
  readonly title: string;
  readonly data: string;
  readonly values?: string;
  readonly expected: unknown;
}

const rows: readonly Row[] = [
  { title: 'values', data: '  a: {{ .Values.a.b }}\n', values: 'a: {b: 1}', expected: { a: 1 } },
  { title: 'quotes', data: '  a: {{ .Values.a | quote }}\n', values: 'a: 1', expected: { a: '1' } },
  {
    title: 'defaults',
    data: '  a: {{ .Values.a | default "x" }}\n',
    values: 'b: 1',
    expected: { a: 'x' },
  },
  {
    title: 'conditions',
    data: '  {{- if and .Values.on (not .Values.off) }}\n  a: 1\n  {{- else }}\n  b: 1\n  {{- end }}\n',
    values: 'on: true',
    expected: { a: 1 },
  },
  {
    title: 'else if',
    data: '  {{- if eq .Values.a "x" }}\n  a: 1\n  {{- else if eq .Values.a "y" }}\n  b: 1\n  {{- end }}\n',
    values: 'a: y',
    expected: { b: 1 },
  },
  {
    title: 'loops over maps in the order of their keys',
    data: '  {{- range $key, $value := .Values.env }}\n  {{ $key }}: {{ $value | quote }}\n  {{- end }}\n',
    values: 'env: {B: 2, A: 1}',
    expected: { A: '1', B: '2' },
  },
  {
    title: 'variables and included templates',
    data: '  {{- $name := include "up" .Values.a }}\n  a: {{ printf "%s-%d" $name 3 }}\n',
    values: 'a: x',
    expected: { a: 'X-3' },
  },
  {
    title: 'with, and the root inside of it',
    data: '  {{- with .Values.a }}\n  a: {{ .b }}{{ $.Release.Name }}\n  {{- end }}\n',
    values: 'a: {b: x}',
    expected: { a: 'xr' },
  },
  { title: 'comments', data: '  {{- /* no }} */}}\n  a: 1\n', expected: { a: 1 } },
  {
    title: 'blanks that are trimmed on either side',
    data: '  a: "x {{- 1 -}} y"\n  b: "x {{-\n2\n-}} y"\n',
    expected: { a: 'x1y', b: 'x2y' },
  },
  { title: 'a minus of the number, not of the braces', data: '  a: {{-3}}\n', expected: { a: -3 } },
];

describe('a chart', () => {
  it.each(rows)('renders $title', ({ data, values = 'x: 1', expected }) => {
    const { objects, problems } = render(data, values);

    expect(problems).toEqual([]);
    expect(objectValueAt(objects[0]?.value, ['data'])).toEqual(expected);
    expect(objects[0]?.id.name).toBe('r');
  });

  it('hides a value that it cannot evaluate, and nothing else', () => {
    const { objects } = render('  a: {{ lookup "v1" "Pod" "" "" }}\n  b: 1\n', 'x: 1');

    expect(isHiddenObject(objectValueAt(objects[0]?.value, ['data', 'a']))).toBe(true);
    expect(objectValueAt(objects[0]?.value, ['data', 'b'])).toBe(1);
  });

  it.each(['{{1-}}', '{{-.Values.x}}', '{{-}}', '{{- -}}'])(
    'hides %s, which Go rejects',
    (action) => {
      const { objects } = render(`  a: "${action}"\n  b: 1\n`, 'x: 1');

      expect(isHiddenObject(objectValueAt(objects[0]?.value, ['data', 'a']))).toBe(true);
      expect(objectValueAt(objects[0]?.value, ['data', 'b'])).toBe(1);
    },
  );

  it('leaves objects unclear that depend on the cluster', () => {
    const data = '  {{- if .Capabilities.APIVersions }}\n  a: 1\n  {{- end }}\n';
    const { objects, unclear } = render(data, 'x: 1');

    expect(objects).toEqual([]);
    expect(unclear.map(({ id, problem }) => [id.kind, problem.place])).toEqual([
      ['ConfigMap', { file: 'c/templates/map.yaml', line: 5 }],
    ]);
  });
});
