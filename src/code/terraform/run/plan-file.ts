import { z } from 'zod';
import { parsedJson } from '../../../model/parsed-json.ts';
import { fail, ok, type Result } from '../../../model/result.ts';

/** The planned change of a resource in a plan's JSON. The provider determines the values. */
const Change = z.object({
  actions: z.array(z.string()),
  before: z.unknown().optional(),
  after: z.unknown().optional(),
  after_unknown: z.unknown().optional(),
  before_sensitive: z.unknown().optional(),
  after_sensitive: z.unknown().optional(),
  importing: z.object({ id: z.string().nullish() }).nullish(),
});

const ResourceChange = z.object({
  address: z.string(),
  previous_address: z.string().nullish(),
  mode: z.enum(['managed', 'data']),
  type: z.string(),
  deposed: z.string().nullish(),
  change: Change,
});

export type FileResourceChange = z.output<typeof ResourceChange>;

const PlanFile = z.object({
  format_version: z.string(),
  terraform_version: z.string().nullish(),
  errored: z.boolean().nullish(),
  /** False if some changes were deferred to a later plan. */
  complete: z.boolean().nullish(),
  /** ISO 8601: when the plan was made. */
  timestamp: z.string().nullish(),
  resource_changes: z.array(ResourceChange).nullish(),
  resource_drift: z.array(ResourceChange).nullish(),
  output_changes: z.record(z.string(), z.object({ actions: z.array(z.string()) })).nullish(),
  planned_values: z.unknown().optional(),
  prior_state: z.unknown().optional(),
  configuration: z.unknown().optional(),
});

export type PlanFile = z.output<typeof PlanFile>;

/** Parses the output of `terraform show -json` for a plan. `file` is only used in problems. */
export function readPlanFile(text: string, file: string): Result<PlanFile> {
  const parsed = PlanFile.safeParse(parsedJson(text));
  return parsed.success ? ok(parsed.data) : fail(notAPlan(file));
}

export function notAPlan(file: string) {
  return {
    code: 'plan-malformed',
    message: 'This is not the JSON of a Terraform plan.',
    place: { file },
    hint: 'Make it with `show -json PLANFILE` of Terraform or OpenTofu.',
  };
}
