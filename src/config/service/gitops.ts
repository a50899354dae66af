import { z } from 'zod';
import { RecurrenceSettings, Stack } from './stacks.ts';
import { name, tenant } from './text.ts';

/** A folder of code as a kind names it: `network/routes`. */
const area = z
  .string()
  .max(200)
  .regex(/^[a-z0-9][a-z0-9-]*(?:\/[a-z0-9][a-z0-9-]*)*$/, 'Use a folder like network/routes');

/** A repository that is kept as the tenant's resources say. */
const Gitops = z.strictObject({
  name,
  tenant,
  ...Stack.pick({ repository: true, forge: true, project: true, branch: true }).shape,
  /** Folder that the areas are in. */
  root: Stack.shape.root,
  /** Areas of kinds that are written here; all when left out. */
  areas: z.array(area).nonempty().max(100).optional(),
  /** How a change gets there: for review, or onto the branch at once. */
  deliver: z.enum(['pull_request', 'push']).default('pull_request'),
  /** How a change is proved; with `plan`, Terraform's own plan has to bear it out. */
  verify: z.enum(['evaluate', 'plan']).default('evaluate'),
  /** Besides each declaration: what others push to the registry is found then. */
  sync: RecurrenceSettings.default({ every: '10m' }),
});

export type GitopsSettings = z.output<typeof Gitops>;

/** `gitops` in `parley.yaml`. */
export const GitopsList = z.array(Gitops).max(100);

/** The stacks that watch what is in its folder: they say what a plan of it takes. */
export function stacksOf(
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

/** Such a repository as git and forges take it: a stack that nobody scans. */
export function gitopsSource(settings: GitopsSettings): Stack {
  const { name, tenant, repository, forge, project, branch, root } = settings;
  return Stack.parse({ name, tenant, repository, forge, project, branch, root });
}
