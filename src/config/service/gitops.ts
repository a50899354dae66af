import { z } from 'zod';
import { RecurrenceSettings, Stack } from './stacks.ts';
import { name, tenant } from './text.ts';

/** A folder of code in the form that kinds use: `network/routes`. */
const area = z
  .string()
  .max(200)
  .regex(/^[a-z0-9][a-z0-9-]*(?:\/[a-z0-9][a-z0-9-]*)*$/, 'Use a folder like network/routes');

/** A repository whose content follows the tenant's resources. */
const Gitops = z.strictObject({
  name,
  tenant,
  ...Stack.pick({ repository: true, forge: true, project: true, branch: true }).shape,
  /** Folder that contains the areas. */
  root: Stack.shape.root,
  /** Areas of kinds that are written here; all by default. */
  areas: z.array(area).nonempty().max(100).optional(),
  /** How a change is delivered: for review, or directly to the branch. */
  deliver: z.enum(['pull_request', 'push']).default('pull_request'),
  /** How a change is proved; with `plan`, Terraform's own plan has to confirm it. */
  verify: z.enum(['evaluate', 'plan']).default('evaluate'),
  /** In addition to each declaration: this finds what others push to the registry. */
  sync: RecurrenceSettings.default({ every: '10m' }),
});

export type GitopsSettings = z.output<typeof Gitops>;

/** `gitops` in `parley.yaml`. */
export const GitopsList = z.array(Gitops).max(100);

/** The stacks that watch its folder, which define what a plan of it needs. */
export function watchingStacks(
  { tenant, repository, branch, root }: GitopsSettings,
  stacks: readonly Stack[],
): readonly Stack[] {
  const top = root === '.' ? '' : `${root}/`;
  return stacks.filter(
    (stack) =>
      stack.tenant === tenant &&
      stack.repository === repository &&
      stack.branch === branch &&
      `${stack.root}/`.startsWith(top),
  );
}

/** The repository in the form that git and forges take: a stack that nobody scans. */
export function gitopsSource(settings: GitopsSettings): Stack {
  const { name, tenant, repository, forge, project, branch, root } = settings;
  return Stack.parse({ name, tenant, repository, forge, project, branch, root });
}
