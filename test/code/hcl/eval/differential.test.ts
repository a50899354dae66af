import { describe, expect, it } from 'vitest';
import { functionNames } from '../../../../src/code/hcl/eval/functions/registry.ts';
import { allCases, caseFiles, readCases } from './cases.ts';
import { generateExpressions } from './generate.ts';
import { answerOf, evaluateText } from './ours.ts';
import type { Answer } from './terraform.ts';
import { askTerraform, hasTerraform, terraformFunctions } from './terraform.ts';

/** Intentional differences, with the reason. */
const deviations: ReadonlyMap<string, string> = new Map([
  ['cidrhost("::ffff:10.0.0.0/120", 1)', 'Terraform mixes up the bytes of mapped IPv4 addresses'],
  ['cidrsubnet("10.0.0.0/8", -1, 0)', 'a negative number of bits makes no sense'],
  ['cidrsubnet("10.0.0.0/8", 8, -1)', 'a negative network number leaves the prefix'],
  ['0 * -1', 'there is no negative zero here'],
  ['jsonencode(-0)', 'there is no negative zero here'],
]);

/** Functions whose result is not predictable or that exist only in the console. */
const untold = ['base64gzip', 'bcrypt', 'plantimestamp', 'rsadecrypt', 'timestamp', 'uuid'];

/**
 * Parley may know less if something is unknown: Terraform also tracks what unknown values cannot be
 * (null, other than a prefix), and finds some errors by type alone.
 */
function isCautious(text: string, ours: Answer): boolean {
  return ours.kind === 'unknown' && /terraform_data|null/.test(text);
}

interface Difference {
  readonly text: string;
  readonly ours: Answer;
  readonly theirs: Answer | undefined;
}

function compare(cases: readonly string[]): readonly Difference[] {
  const wrapped = cases.map((text) => `try([${text}\n], "!")`);
  const answers = askTerraform(wrapped, caseFiles);
  return cases.flatMap((text, index) => {
    const ours = answerOf(evaluateText(wrapped[index] ?? '').value);
    const theirs = answers[index];
    return JSON.stringify(ours) === JSON.stringify(theirs) ? [] : [{ text, ours, theirs }];
  });
}

describe.skipIf(!hasTerraform())('terraform', () => {
  it('gives the same type and value for every case', () => {
    const differences = compare(allCases());

    expect(differences.map(({ text }) => text).sort()).toEqual([...deviations.keys()].sort());
  });

  it('leaves the same values unknown', () => {
    const differences = compare(readCases('unknown'));

    expect(differences.map(({ text }) => text)).toEqual(['terraform_data.u.id == null']);
  });

  it.each([2, 3])('agrees on generated expressions (seed %i)', (seed) => {
    const cases = generateExpressions(2000, seed);

    const differences = compare(cases);

    const cautious = differences.filter(({ text, ours }) => isCautious(text, ours));
    expect(cases.length).toBeGreaterThan(1000);
    expect(differences.filter((each) => !cautious.includes(each))).toEqual([]);
    expect(cautious.length).toBeLessThan(cases.length / 100);
  });

  it('has no function that is missing here or has no test', () => {
    const theirs = terraformFunctions();
    const tested = new Set(allCases().flatMap((text) => text.match(/[a-z0-9]+(?=\()/g) ?? []));

    expect(functionNames()).toEqual(theirs);
    expect(theirs.filter((name) => !tested.has(name))).toEqual(untold);
  });
});
