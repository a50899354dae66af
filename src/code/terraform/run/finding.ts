import type { Json } from '../../../model/json.ts';
import { formatPath } from '../../../model/path.ts';
import { displayText } from '../../../model/text.ts';
import type { PlanPart } from './parts.ts';

/** Something that speaks against a patch, and the drifts that it is about. */
export interface PlanFinding {
  readonly text: string;
  readonly drifts: readonly string[];
  /** It may have been so before the patch. */
  readonly excusable?: boolean;
}

/** What a planned change means for a patch. */
export interface PlanJudgment {
  readonly findings: readonly PlanFinding[];
  /** Of what passes all the same, a sentence each. */
  readonly notes: readonly string[];
}

export function describeFinding({ path, before, after }: PlanPart): string {
  const value = (side: Json | undefined) => displayText(JSON.stringify(side ?? null), 80);
  if (before === null && after === null) return `${formatPath(path)}, a sensitive value`;
  return `${formatPath(path)}: ${value(before)} -> ${value(after)}`;
}
