import { z } from 'zod';
import { parsedJson } from '../../../model/parsed-json.ts';

/** A change of an instance as reported by `plan -json`, which omits values. */
export interface ChangeEvent {
  readonly address: string;
  readonly type: string;
  /** `import` or `move` if nothing else changes. */
  readonly action: string;
  /** The address before a `moved` block. */
  readonly previousAddress?: string;
  /** Id of the imported object. */
  readonly importing?: string;
}

/** What Terraform reports during planning. */
export interface PlanEvents {
  /** Version of Terraform; undefined for OpenTofu. */
  readonly terraform?: string;
  /** Instances that the provider read, in that order. */
  readonly refreshed: readonly string[];
  /** Instances that differ from the state. */
  readonly drifted: readonly string[];
  /** The planned changes; instances without a change are omitted. */
  readonly planned: readonly ChangeEvent[];
  /** Names of outputs of the root module that would change, sorted. */
  readonly outputs: readonly string[];
}

const Resource = z.object({ addr: z.string(), resource_type: z.string().default('') });

const Change = z.object({
  resource: Resource,
  previous_resource: Resource.nullish(),
  action: z.string(),
  importing: z.object({ id: z.string().nullish() }).nullish(),
});

const Line = z.discriminatedUnion('type', [
  z.object({ type: z.literal('version'), terraform: z.string().nullish() }),
  z.object({ type: z.literal('refresh_start'), hook: z.object({ resource: Resource }) }),
  z.object({ type: z.literal('resource_drift'), change: Change }),
  z.object({ type: z.literal('planned_change'), change: Change }),
  z.object({
    type: z.literal('outputs'),
    outputs: z.record(z.string(), z.object({ action: z.string().nullish() })),
  }),
]);

/** Parses the output of `plan -json`. Lines of other kinds are ignored. */
export function readPlanEvents(output: string): PlanEvents {
  const lines = output.split('\n').flatMap((line) => {
    const parsed = Line.safeParse(parsedJson(line));
    return parsed.success ? [parsed.data] : [];
  });
  const version = lines.flatMap((line) => (line.type === 'version' ? [line.terraform] : [])).at(0);
  return {
    ...(version ? { terraform: version } : {}),
    refreshed: lines.flatMap((line) =>
      line.type === 'refresh_start' ? [line.hook.resource.addr] : [],
    ),
    drifted: lines.flatMap((line) =>
      line.type === 'resource_drift' ? [line.change.resource.addr] : [],
    ),
    planned: lines.flatMap((line) =>
      line.type === 'planned_change' ? [changeEvent(line.change)] : [],
    ),
    outputs: lines
      .flatMap((line) => (line.type === 'outputs' ? Object.entries(line.outputs) : []))
      .filter(([, { action }]) => action !== 'noop')
      .map(([name]) => name)
      .sort(),
  };
}

function changeEvent({
  resource,
  previous_resource: previous,
  action,
  importing,
}: z.output<typeof Change>): ChangeEvent {
  return {
    address: resource.addr,
    type: resource.resource_type,
    action,
    ...(previous && { previousAddress: previous.addr }),
    ...(importing && { importing: importing.id ?? '' }),
  };
}
