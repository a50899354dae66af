import { describe, expect, it } from 'vitest';
import { renderUnits } from '../../../../src/code/manifests/sources/estate.ts';
import { startManifests } from '../../../../src/stages/patch/manifests/naming.ts';
import { createRepositoryCode } from '../../../../src/stages/patch/repository.ts';
import { projectOf } from '../harness.ts';

const names = ['a', 'b', 'c'];
const source = { path: 'c', kind: 'helm', release: 'r' } as const;

/** A chart, and Terraform code that reads its values. */
const files = {
  'main.tf': names
    .map(
      (name) =>
        `resource "aws_sqs_queue" "${name}" {
  name = yamldecode(file("c/values.yaml")).mode
}
`,
    )
    .join(''),
  'c/Chart.yaml': 'name: c\nversion: 1.0.0\n',
  'c/values.yaml': 'mode: x\n',
  ...Object.fromEntries(
    names.map((name) => [
      `c/templates/${name}.yaml`,
      `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\ndata: {mode: "{{ .Values.mode }}"}\n`,
    ]),
  ),
};

describe('the radius in both languages', () => {
  it.each([
    [1, 1, 0],
    [3, 3, 0],
    [4, 3, 1],
    [9, 3, 3],
  ])('ends where %i resources are enough', (most, queues, maps) => {
    const { project, tools } = projectOf(files);
    const base = createRepositoryCode(tools);
    const manifests = renderUnits(project.tree, [{ source, isConfigured: true }]);
    const before = { ...project, ...startManifests(manifests, []) };
    const edits = [{ offset: 6, length: 1, text: 'y' }];
    const after = base.apply(before, [{ path: 'c/values.yaml', edits }]);
    if (!after.ok) throw new Error(JSON.stringify(after.error));
    let compared = 0;
    const radius = base.radius(before, after.value, () => {
      compared += 1;
      return compared === most;
    });

    const isQueue = radius.map(({ address }) => address.startsWith('aws_sqs_queue.'));
    expect(isQueue.filter((one) => one).length).toBe(queues);
    expect(isQueue.filter((one) => !one).length).toBe(maps);
  });
});
