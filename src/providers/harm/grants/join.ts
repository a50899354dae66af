import type { Harm } from '../../../model/harm.ts';
import { canonicalJson, type Json } from '../../../model/json.ts';
import { compareKeys } from '../../../model/text.ts';
import type { Grant, GrantJudgment } from './types.ts';
import { compareHarms } from './worst.ts';

/** Joins several judgments of one change: each harm and each grant once, worst first. */
export function joinJudgments(judgments: readonly (GrantJudgment | undefined)[]): GrantJudgment {
  const found = judgments.filter((one) => one !== undefined);
  const harms = unique(found.flatMap((one) => one.harms)).sort(compareHarms);
  return {
    harms,
    grants: {
      added: sortedGrants(found.flatMap(({ grants }) => grants.added)),
      removed: sortedGrants(found.flatMap(({ grants }) => grants.removed)),
    },
  };
}

function sortedGrants(grants: readonly Grant[]): readonly Grant[] {
  const byText = new Map(grants.map((one) => [textOf(one), one] as const));
  return [...byText].sort(compareKeys).map(([, one]) => one);
}

function unique(harms: readonly Harm[]): Harm[] {
  return [...new Map(harms.map((one) => [textOf(one), one] as const)).values()];
}

function textOf(value: Grant | Harm): string {
  return canonicalJson(value as unknown as Json);
}
