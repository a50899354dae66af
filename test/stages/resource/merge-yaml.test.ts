import { describe, expect, it } from 'vitest';
import { mergeYaml } from '../../../src/stages/resource/merge-yaml.ts';

const two =
  'kind: Deployment\nmetadata:\n  name: web\nspec:\n  replicas: 2\n  paused: false\n---\nkind: Service\nmetadata:\n  name: web\n';
const three = two.replace('replicas: 2', 'replicas: 3');
const [deployment = '', service = ''] = two.split('---\n');

function merge(base: string, ours: string, theirs: string, isForced = false) {
  return mergeYaml({ base, ours, theirs, isForced });
}

describe('a new version of manifests', () => {
  it.each<[string, string, string, string, string]>([
    ['changes what it changes', two, three, two, three],
    [
      'leaves comments, order and fields of people',
      two,
      three,
      `# Ours.\n${two.replace('  replicas: 2', '  minReadySeconds: 5\n  replicas: 2 # enough')}`,
      `# Ours.\n${three.replace('  replicas: 3', '  minReadySeconds: 5\n  replicas: 3 # enough')}`,
    ],
    ['changes nothing that is so already', two, three, three, three],
    [
      'leaves documents of people',
      two,
      three,
      `${two}---\nkind: ConfigMap\nmetadata: { name: x }\n`,
      `${three}---\nkind: ConfigMap\nmetadata: { name: x }\n`,
    ],
    ['adds a document', deployment, two, deployment, two],
    ['takes one out', two, deployment, two, deployment],
    ['takes the first one out', two, service, two, service],
    [
      'takes a field out',
      two,
      two.replace('  paused: false\n', ''),
      two,
      two.replace('  paused: false\n', ''),
    ],
    ['removes all', two, '', two, ''],
    [
      'removes its own, and nothing of others',
      two,
      '',
      `${two}---\nkind: ConfigMap\nmetadata: { name: x }\n`,
      'kind: ConfigMap\nmetadata: { name: x }\n',
    ],
  ])('%s', (_, base, ours, theirs, text) => {
    expect(merge(base, ours, theirs)).toEqual({ text, conflicts: [] });
  });

  it.each<[string, string, string, string, number]>([
    [
      'a value that people changed',
      three,
      two.replace('replicas: 2', 'replicas: 9'),
      'Deployment web/spec/replicas',
      5,
    ],
    [
      'a field that people took out',
      three,
      two.replace('  replicas: 2\n', ''),
      'Deployment web/spec/replicas',
      4,
    ],
    ['a document that people took out', three, service, 'Deployment web', 1],
    ['a document that people changed', service, two.replace('2', '9'), 'Deployment web', 1],
    [
      'what is not YAML any more',
      three,
      two.replace('kind: S', 'kind: [S'),
      'a document that is not YAML',
      1,
    ],
  ])('is refused for %s, and the line is named', (_, ours, theirs, what, line) => {
    expect(merge(two, ours, theirs)).toEqual({ text: theirs, conflicts: [{ what, line }] });
  });

  it('reverts changes by people if it is forced to', () => {
    const theirs = two.replace('replicas: 2', 'replicas: 9 # for now');

    expect(merge(two, three, theirs, true)).toEqual({
      text: theirs.replace('9', '3'),
      conflicts: [],
    });
  });
});
