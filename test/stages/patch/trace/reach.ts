import { expect } from 'vitest';
import { valueToJson } from '../../../../src/code/hcl/eval/json.ts';
import type { Evaluation } from '../../../../src/code/terraform/config/types.ts';
import type { Json } from '../../../../src/model/json.ts';
import { patched, projectOf, valueGoal } from '../harness.ts';
import { type Choices, type Generated, generate } from './grammar.ts';

function filesOf({ main, vars }: Generated): Record<string, string> {
  return { 'main.tf': main, ...(vars === '' ? {} : { 'terraform.tfvars': vars }) };
}

function valueAt(evaluation: Evaluation, address: string): Json | undefined {
  const value = evaluation.valueAt(address, ['value']);
  const json = value === undefined ? null : valueToJson(value);
  // The provider accepts a number in place of its text.
  return typeof json === 'number' ? String(json) : json;
}

/** All declared values by address. */
function valuesOf(files: Readonly<Record<string, string>>): ReadonlyMap<string, Json | undefined> {
  const { evaluation } = projectOf(files).project;
  return new Map(evaluation.addresses().map((each) => [each, valueAt(evaluation, each)]));
}

export const before = { text: 'alpha', number: '7' };
/** Another word for the same place: editing the word in place gives the wanted value. */
const after = { text: 'omega', number: '12' };

export interface Outcome {
  readonly files: Readonly<Record<string, string>>;
  readonly site: string | undefined;
}

/** Makes the value the goal, checks all invariants, and returns where the edit was made. */
export function reach(each: Generated, want: Json): Outcome {
  const files = filesOf(each);
  const { changed, synthesis } = patched(files, [valueGoal(each.address, ['value'], want)]);
  const now = { ...files, ...changed };
  const [refused] = synthesis.refused;
  if (refused !== undefined) {
    expect(changed).toEqual({});
    expect(refused.refusal.nearest?.file).toBeTypeOf('string');
    expect(refused.refusal.nearest?.line).toBeGreaterThan(0);
    return { files: now, site: undefined };
  }
  const expected = new Map(valuesOf(files));
  expected.set(each.address, want);
  expect(valuesOf(now)).toEqual(expected);
  expect(synthesis.verification).toMatchObject({ level: 'evaluate', passed: true });
  return { files: now, site: synthesis.sites[0] ?? '' };
}

export function isStructural({ site }: Outcome): boolean {
  return site !== undefined && !/\((?:literal at the use|instance override)/.test(site);
}

/** The value with another word in the same place; undefined if that makes no difference. */
export function otherValue(choices: Choices): Json | undefined {
  const each = generate(choices, before);
  const other = generate(choices, after);
  const want = valuesOf(filesOf(other)).get(other.address);
  return want === valuesOf(filesOf(each)).get(each.address) ? undefined : want;
}
