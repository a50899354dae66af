import { z } from 'zod';
import { duration } from '../duration.ts';
import { name, tenant } from './text.ts';

/** Name of a stack in the service, as people type it in Slack. */
const stackName = z
  .string()
  .regex(
    /^[A-Za-z0-9](?:[A-Za-z0-9._/-]{0,98}[A-Za-z0-9])?$/,
    'Use letters and digits, with . _ - or / within',
  );

/** A branch as git takes it (git-check-ref-format), but never a name that looks like a flag. */
const branch = z
  .string()
  .regex(
    /^(?!-)(?!.*(?:\.\.|\/\/|@\{|\.lock(?:\/|$)))[A-Za-z0-9._/@+-]{1,200}(?<![./])$/,
    'Use the name of a branch',
  );

/** A folder within the repository. */
const folder = z
  .string()
  .max(500)
  .refine(
    (path) =>
      path === '.' ||
      (!/^[/\\-]|[\0\\]/.test(path) &&
        path
          .split('/')
          .every((part) => part !== '' && part !== '.' && part !== '..' && !part.startsWith('-'))),
    'Use a folder of the repository, like envs/prod',
  );

const providerSource = z
  .string()
  .regex(
    /^(?:[a-z0-9][a-z0-9.-]{0,100}(?::\d+)?\/)?[a-z0-9][a-z0-9_-]{0,60}\/(?:\*|[a-z0-9][a-z0-9_-]{0,60})$/,
    'Use a source like hashicorp/aws, datadog/* or registry.example.com/team/tool',
  );

const program = z.string().regex(/^(?!-)[\w.-]{1,100}$/, 'Use the name of a program, like aws');

/** At intervals, or at times of a calendar. */
export const RecurrenceSettings = z.union([
  z.strictObject({ every: duration('1m', '7d') }),
  z.strictObject({
    /** Five fields, or six with seconds. */
    cron: z.string().min(9).max(100),
    time_zone: z.string().min(1).max(60).default('UTC'),
  }),
]);

const Workflow = z.strictObject({
  /** A workflow file (GitHub, Gitea) that takes the inputs `stack`, `intent` and `addresses`; on GitLab the pipeline of `ref`. */
  file: z.string().regex(/^[\w][\w.-]{0,99}$/, 'Use the name of a workflow file'),
  ref: branch,
});

/** A root module that is watched: its code, its state, its logs, and who is notified. */
export const Stack = z.strictObject({
  name: stackName,
  tenant,
  /** Clone URL, or the absolute path of a repository on this machine. */
  repository: z
    .string()
    .regex(
      /^(?:https?:\/\/[^\s@]+|\/[^\0]{1,1000})$/,
      'Use https://host/owner/name.git, or an absolute path',
    ),
  /** Where proposals are opened; without it there are none. */
  forge: name.optional(),
  /** `owner/name` on the forge; derived from `repository` when left out. */
  project: z
    .string()
    .regex(/^(?!-)[\w.-]+(?:\/(?!-)[\w.-]+)+$/, 'Use owner/name')
    .optional(),
  branch: branch.default('main'),
  root: folder.default('.'),
  workspace: z
    .string()
    .regex(/^(?!-|\.+$)[\w.-]{1,90}$/, 'Use the name of a workspace')
    .default('default'),
  /** Relative to the root. */
  var_files: z.array(folder).default([]),
  /** A location; defaults to that of the backend in the code. */
  state: z.string().min(1).max(2048).optional(),
  /** Names of sources; all of the tenant by default. */
  sources: z.array(name).optional(),
  /** Accounts, subscriptions, projects or clusters whose events count; all by default. */
  scopes: z.array(z.string().min(1).max(300)).nonempty().optional(),
  /** How far back events are read. */
  since: duration('1h', '90d').default('7d'),
  scan: RecurrenceSettings.optional(),
  verify: z.enum(['evaluate', 'validate', 'plan']).default('evaluate'),
  /**
   * Providers that a proof may start. Those that run or request what the code says have to be named
   * exactly.
   */
  providers: z.array(providerSource).max(100).default(['hashicorp/*', 'azure/azapi']),
  /** Programs that its providers may start to sign in. */
  programs: z.array(program).max(20).default([]),
  /**
   * When all open drift is read back; by default daily with `verify: plan`, and never otherwise.
   */
  confirm: z.union([z.enum(['daily', 'off']), RecurrenceSettings]).optional(),
  /** Channels that are notified. */
  notify: z.array(name).default([]),
  /** Started when somebody merges a request to revert; without it people run the command. */
  revert_workflow: Workflow.optional(),
});

export type Stack = z.output<typeof Stack>;

/** `stacks` in `parley.yaml`. */
export const Stacks = z
  .array(Stack)
  .max(1000)
  .superRefine((stacks, context) => {
    for (const [index, stack] of stacks.entries()) {
      const first = stacks.findIndex(
        (one) => one.tenant === stack.tenant && one.name === stack.name,
      );
      if (first === index) continue;
      const message = `There are two stacks called ${stack.name}`;
      context.addIssue({ code: 'custom', path: [index, 'name'], message });
    }
  });
