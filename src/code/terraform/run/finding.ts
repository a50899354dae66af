import type { Json } from '../../../model/json.ts';
import { formatPath } from '../../../model/path.ts';
import { displayText } from '../../../model/text.ts';
import type { PlanPart } from './parts.ts';

/** An objection to a patch, and the drifts that it concerns. */
export interface PlanFinding {
  readonly text: string;
  readonly drifts: readonly string[];
  /** True if it may have existed before the patch. */
  readonly excusable?: boolean;
}

/** The assessment of one planned change. */
export interface PlanJudgment {
  readonly findings: readonly PlanFinding[];
  /** Remarks about acceptable changes, one sentence each. */
  readonly notes: readonly string[];
}

export function describeFinding({ path, before, after }: PlanPart): string {
  const value = (side: Json | undefined) => displayText(JSON.stringify(side ?? null), 80);
  if (before === null && after === null) return `${formatPath(path)}, a sensitive value`;
  return `${formatPath(path)}: ${value(before)} -> ${value(after)}`;
}
