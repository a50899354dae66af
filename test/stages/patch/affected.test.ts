import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Affected, AffectedFinder } from '../../../src/code/terraform/config/affected/find.ts';
import { createAffectedFinder } from '../../../src/code/terraform/config/affected/find.ts';
import type { Configuration } from '../../../src/code/terraform/config/configuration.ts';
import { createEvaluation } from '../../../src/code/terraform/config/evaluation.ts';
import { loadConfiguration } from '../../../src/code/terraform/config/load.ts';
import { createParseCache } from '../../../src/code/terraform/config/parse-cache.ts';
import type { Evaluation } from '../../../src/code/terraform/config/types.ts';
import type { SourceTree } from '../../../src/model/source-tree.ts';
import { loadSchema } from '../../../src/providers/schema/load.ts';
import { blastRadius } from '../../../src/stages/patch/terraform/radius.ts';
import { editedProjects, type Items } from './affected-projects.ts';

const cache = createParseCache();
const state = { 'aws_sqs_queue.q0': { id: 'q0', name: 'q0', policy: '{}' } };
const isUnordered = () => false;
const schema = loadSchema();

function evaluationOf(tree: SourceTree): Evaluation {
  const { configuration } = loadConfiguration(tree, { cache });
  return createEvaluation(configuration, {
    get: (address) => state[address as keyof typeof state],
    keys: () => [],
  });
}

/** Keeps the first of two declarations of a name: results would depend on reading order. */
function treeOf(items: Items): SourceTree {
  const seen = new Set<string>();
  const isFirst = (path: string, text: string): boolean => {
    const head = /^(?:locals \{\n *\w+|.*\{$)/m.exec(text)?.[0];
    if (head === undefined || path.includes('override')) return true;
    const folder = path.includes('/') ? path.slice(0, path.indexOf('/')) : '';
    const key = `${folder} ${head}`;
    return !seen.has(key) && seen.add(key).size > 0;
  };
  return new Map(
    Object.entries(items).map(([path, texts]) => [
      path,
      texts.filter((text) => isFirst(path, text)).join('\n'),
    ]),
  );
}

/** A finder that leaves nothing out. */
const everything: AffectedFinder['resources'] = (before, after) => {
  const names = (key: string, { modules }: Configuration) => modules.get(key)?.resources.keys();
  const keys = [...before.modules.keys(), ...after.modules.keys()];
  return new Map(
    keys.map((key) => [
      key,
      new Map(
        [...(names(key, before) ?? []), ...(names(key, after) ?? [])].map((name) => [name, 'all']),
      ),
    ]),
  );
};

describe('what an edit can reach', () => {
  it('includes everything that changes', () => {
    let changes = 0;
    let narrowed = 0;
    fc.assert(
      fc.property(editedProjects, (versions) => {
        const affected = createAffectedFinder();
        const trees = versions.map(treeOf);
        for (const [at, tree] of trees.slice(1).entries()) {
          const [before, after] = [evaluationOf(trees[at] ?? tree), evaluationOf(tree)];
          const full = blastRadius(before, after, {
            isUnordered,
            schema,
            affected: { resources: everything },
          });
          // In a cycle, values depend on which of them is asked for first.
          if ([before, after].some(isCircular)) continue;
          // Separate evaluations, so that no value is cached before it is asked for.
          const [fresh, edited] = [evaluationOf(trees[at] ?? tree), evaluationOf(tree)];
          const narrow = blastRadius(fresh, edited, { isUnordered, schema, affected });

          expect(narrow).toEqual(full);
          changes += full.length > 0 ? 1 : 0;
          narrowed +=
            size(affected.resources(before.configuration, after.configuration)) <
            size(everything(before.configuration, after.configuration))
              ? 1
              : 0;
        }
      }),
      { numRuns: 200 },
    );
    expect(changes).toBeGreaterThan(20);
    expect(narrowed).toBeGreaterThan(20);
  });
});

function isCircular(evaluation: Evaluation): boolean {
  return evaluation.diagnostics().some(({ code }) => code === 'cycle');
}

function size(affected: Affected): number {
  return [...affected.values()].reduce((sum, names) => sum + names.size, 0);
}
