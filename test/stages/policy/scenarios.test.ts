import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadHarmFacts } from '../../../src/providers/harm/table/load.ts';
import { builtInPolicy } from '../../../src/stages/policy/built-in/policies.ts';
import { readPolicyFile } from '../../../src/stages/policy/file/read.ts';
import { lintInput } from '../../../src/stages/policy/lint/input.ts';
import { lintPolicy } from '../../../src/stages/policy/lint/lint.ts';
import { readScenarios } from '../../../src/stages/policy/scenario/file.ts';
import { runScenario } from '../../../src/stages/policy/scenario/run.ts';
import type { Scenario } from '../../../src/stages/policy/scenario/schema.ts';

const folder = resolve(import.meta.dirname, '../../../fixtures/policies');

function scenariosIn(path: string): readonly Scenario[] {
  const scenarios = readScenarios(readFileSync(path, 'utf8'), path);
  if (!scenarios.ok) throw new Error(JSON.stringify(scenarios.error));
  return scenarios.value;
}

const facts = loadHarmFacts();
const suites = readdirSync(join(folder, 'scenarios')).sort();
const all = suites.flatMap((file) =>
  scenariosIn(join(folder, 'scenarios', file)).map((one) => [file, one.name, one] as const),
);

describe('the default policy', () => {
  const found = builtInPolicy('default');
  if (!found.ok) throw new Error(found.error.message);
  const policy = found.value;

  it('is tried in at least eighty situations, each named once', () => {
    expect(all.length).toBeGreaterThanOrEqual(80);
    expect(new Set(all.map(([, name]) => name)).size).toBe(all.length);
  });

  it.each(all)('%s: %s', (_file, _name, scenario) => {
    expect(runScenario(scenario, policy, facts).failures).toEqual([]);
  });

  it('decides by every one of its rules there', () => {
    const rules = policy.rules.rules.map(({ id }) => id);
    const decided = new Set(
      all.flatMap(([, , scenario]) =>
        runScenario(scenario, policy, facts).decisions.map(({ verdict }) => verdict.rule),
      ),
    );

    expect(rules.filter((id) => !decided.has(id)).sort()).toEqual([]);
  });
});

const examples = readdirSync(folder)
  .filter((file) => file.endsWith('.policy.yaml'))
  .sort();

describe('the worked examples', () => {
  it('are four', () => {
    expect(examples).toEqual([
      'autoscaler-and-cost.policy.yaml',
      'compliance-and-test-data.policy.yaml',
      'hotfix-at-night.policy.yaml',
      'spending.policy.yaml',
    ]);
  });

  it.each(examples)('%s reads, passes its cases and pleases the linter', (file) => {
    const path = join(folder, file);
    const read = readPolicyFile(readFileSync(path, 'utf8'), file);
    if (!read.ok) throw new Error(JSON.stringify(read.error));
    const { policy } = read.value;
    const scenarios = scenariosIn(path);
    const input = lintInput(read.value);

    expect(scenarios.length).toBeGreaterThan(3);
    for (const scenario of scenarios) {
      expect([scenario.name, runScenario(scenario, policy, facts).failures]).toEqual([
        scenario.name,
        [],
      ]);
    }
    expect(input.ok && lintPolicy(input.value)).toEqual([]);
  });
});
