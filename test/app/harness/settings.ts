import type { Addresses } from './world.ts';

export interface StackWish {
  readonly name: string;
  readonly tenant?: string;
  readonly more?: Readonly<Record<string, unknown>>;
}

/** Settings of the service: stacks of one repository, whose records are pushed. */
export function settingsFor(
  { hub, slack, receiver }: Addresses,
  stacks: readonly StackWish[],
  more: Readonly<Record<string, unknown>> = {},
  notify: readonly string[] = ['team', 'siem'],
): object {
  const tenants = [...new Set(stacks.map(({ tenant = 'default' }) => tenant))];
  const each = (make: (tenant: string) => object): readonly object[] => tenants.map(make);
  return {
    version: 1,
    sources: each((tenant) => ({
      name: sourceOf(tenant),
      tenant,
      kind: 'push',
      cloud: 'aws',
    })),
    forges: each((tenant) => ({
      name: 'hub',
      tenant,
      kind: hub.vendor.kind,
      url: hub.api,
      token: '${HUB_TOKEN}',
      webhook_secret: '${HUB_HOOK_SECRET}',
    })),
    notifications: each((tenant) => ({
      name: 'team',
      tenant,
      kind: 'slack',
      channel: 'C0TEAM00',
    })).concat(
      each((tenant) => ({
        name: 'siem',
        tenant,
        kind: 'webhook',
        url: `${receiver.url}/parley`,
        secret: '${CHANNEL_SECRET}',
        loopback: true,
      })),
    ),
    slack: each((tenant) => ({
      tenant,
      token: '${SLACK_TOKEN}',
      signing_secrets: ['${SLACK_SIGNING}'],
      action_keys: ['${SLACK_KEY}'],
      api: `${slack.url}/api`,
      permissions: {
        teams: ['T0TEAM00'],
        people: { U0ALICE0: { name: 'alice@example.com', groups: ['platform'] } },
        grants: { scan: ['platform'], status: ['platform'], accept: ['platform'] },
      },
    })),
    server: {
      rate: 100_000,
      tokens: each((tenant) => ({
        name: `operator-${tenant}`,
        tenant,
        scopes: ['read', 'write', 'events', 'metrics', 'admin'],
        token: tenant === 'default' ? '${API_TOKEN}' : '${OTHER_TOKEN}',
      })),
    },
    stacks: stacks.map(({ name, tenant = 'default', more: others = {} }) => ({
      name,
      tenant,
      repository: hub.repository.url,
      forge: 'hub',
      project: hub.vendor.project,
      root: `stacks/${name}`,
      sources: [sourceOf(tenant)],
      notify,
      ...others,
    })),
    ...more,
  };
}

/** Names of sources are unique across tenants. */
export function sourceOf(tenant: string): string {
  return tenant === 'default' ? 'trail' : `trail-${tenant}`;
}

/** Settings in the repositories: which actors are people, so that their changes count. */
export const projectSettings = `version: 1
actors:
  - id: people
    class: human
    principal: "arn:aws:iam::*:user/*"
`;
