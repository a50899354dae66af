import { builtInPolicyNames } from '../../stages/arbitration/policies/names.ts';
import type { YamlIssue } from '../../text/yaml-issue.ts';
import type { ConfigFile } from '../schema.ts';
import { type GitopsSettings, gitopsSource } from './gitops.ts';
import { signInIssues } from './sign-in-checks.ts';
import type { Stack } from './stacks.ts';

/** What is wrong with the times of a scan, in a sentence without a period. */
export type CheckScan = (scan: NonNullable<Stack['scan']>) => string | undefined;

/** Problems between settings that are valid one by one, in the order of the file's parts. */
export function serviceIssues(config: ConfigFile, checkScan: CheckScan): readonly YamlIssue[] {
  return [
    ...policyIssues(config),
    ...config.stacks.flatMap((stack, index) =>
      stackIssues(config, stack, checkScan).map((issue) => within(['stacks', index], issue)),
    ),
    ...config.gitops.flatMap((one, index) =>
      gitopsIssues(config, one, checkScan).map((issue) => within(['gitops', index], issue)),
    ),
    ...twice('gitops', config.gitops),
    ...twice('forges', config.forges),
    ...twice('notifications', config.notifications),
    ...twice(
      'slack',
      config.slack.map(({ tenant }) => ({ name: tenant, tenant })),
    ),
    ...signInIssues(config),
    ...config.server.tokens.flatMap((token, index) => {
      const first = config.server.tokens.findIndex(({ name }) => name === token.name);
      if (first === index) return [];
      const message = `There are two tokens called ${token.name}`;
      return [{ path: ['server', 'tokens', index, 'name'], message }];
    }),
    ...config.notifications.flatMap((channel, index) =>
      channel.kind === 'slack' && config.slack.every(({ tenant }) => tenant !== channel.tenant)
        ? [
            {
              path: ['notifications', index],
              message: `The tenant ${channel.tenant} has no slack settings, which this channel needs`,
            },
          ]
        : [],
    ),
  ];
}

/**
 * With stacks, the policy has to be a built-in one. A file is only for a project that the service
 * does not watch.
 */
function policyIssues({ stacks, policy }: ConfigFile): readonly YamlIssue[] {
  const isName = policy === undefined || builtInPolicyNames.includes(policy);
  if (stacks.length === 0 || isName) return [];
  const message = `For stacks, use one of ${builtInPolicyNames.join(', ')}; a file belongs in the repository`;
  return [{ path: ['policy'], message }];
}

function stackIssues(config: ConfigFile, stack: Stack, checkScan: CheckScan): readonly YamlIssue[] {
  const { tenant, forge, sources = [], notify, scan } = stack;
  const issues: YamlIssue[] = [];
  const unknown = (what: string, name: string, all: readonly Named[]): string | undefined => {
    const called = all.filter((one) => one.name === name);
    if (called.some((one) => one.tenant === tenant)) return undefined;
    return called.length > 0
      ? `The ${what} ${name} belongs to another tenant than the stack`
      : `There is no ${what} called ${name}`;
  };
  const add = (path: readonly PropertyKey[], message: string | undefined): void => {
    if (message !== undefined) issues.push({ path, message });
  };
  if (forge !== undefined) add(['forge'], unknown('forge', forge, config.forges));
  for (const [index, name] of sources.entries()) {
    add(['sources', index], unknown('source', name, config.sources));
  }
  for (const [index, name] of notify.entries()) {
    add(['notify', index], unknown('channel', name, config.notifications));
  }
  if (scan !== undefined) add(['scan'], checkScan(scan));
  const { confirm, verify } = stack;
  if (typeof confirm === 'object') add(['confirm'], checkScan(confirm));
  if (confirm !== undefined && confirm !== 'off' && verify !== 'plan') {
    add(['confirm'], 'The provider confirms what is open: set verify to plan');
  }
  if (stack.revert_workflow !== undefined && forge === undefined) {
    add(['revert_workflow'], 'A workflow is dispatched on a forge, and the stack names none');
  }
  for (const [path, message] of forgeIssues(config, stack)) add([path], message);
  return issues;
}

function gitopsIssues(
  config: ConfigFile,
  settings: GitopsSettings,
  checkScan: CheckScan,
): readonly YamlIssue[] {
  const { tenant, forge, deliver, sync } = settings;
  const issues: YamlIssue[] = [];
  const add = (path: string, message: string | undefined): void => {
    if (message !== undefined) issues.push({ path: [path], message });
  };
  if (forge === undefined && deliver === 'pull_request') {
    add('deliver', 'A pull request is opened on a forge: name one, or set deliver to push');
  }
  if (forge !== undefined && !config.forges.some((one) => isNamed(one, { tenant, name: forge }))) {
    add('forge', `There is no forge called ${forge}`);
  }
  add('sync', checkScan(sync));
  for (const [path, message] of forgeIssues(config, gitopsSource(settings))) add(path, message);
  return issues;
}

function isNamed(one: Named, { name, tenant }: Named): boolean {
  return one.name === name && one.tenant === tenant;
}

/** Settings that do not fit the forge of the stack. */
function forgeIssues(config: ConfigFile, stack: Stack): readonly (readonly [string, string])[] {
  const { tenant, repository, project, revert_workflow: workflow } = stack;
  const forge = config.forges.find((one) => one.name === stack.forge && one.tenant === tenant);
  if (forge === undefined) return [];
  const isPath = repository.startsWith('/');
  if (forge.kind !== 'local') {
    const message = 'A path does not say which project of the forge it is: set project';
    return isPath && project === undefined ? [['repository', message]] : [];
  }
  return [
    ...(isPath
      ? []
      : [['repository', `${forge.name} is for repositories on this machine: use a path`] as const]),
    ...(workflow === undefined
      ? []
      : [['revert_workflow', `${forge.name} has no workflows`] as const]),
  ];
}

interface Named {
  readonly name: string;
  readonly tenant: string;
}

/** A name must be unique within its tenant. */
function twice(part: string, all: readonly Named[]): readonly YamlIssue[] {
  return all.flatMap(({ name, tenant }, index) => {
    const first = all.findIndex((one) => one.name === name && one.tenant === tenant);
    if (first === index) return [];
    const message = `There are two ${part === 'slack' ? 'Slack apps of' : `${part} called`} ${name}`;
    return [{ path: [part, index], message }];
  });
}

function within(above: readonly PropertyKey[], issue: YamlIssue): YamlIssue {
  return { ...issue, path: [...above, ...issue.path] };
}
