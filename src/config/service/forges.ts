import { z } from 'zod';
import { name, secret, settingText, tenant, url } from './text.ts';

const common = {
  name,
  tenant,
  /** Base URL of the API; defaults to that of the public service. */
  url: url.optional(),
  /** Shared with the forge, which signs webhooks with it; without it webhooks are refused. */
  webhook_secret: secret.optional(),
};

const App = z.strictObject({
  id: settingText(/^\d{1,15}$/, 'Use the id of the app, in quotes'),
  installation: settingText(/^\d{1,15}$/, 'Use the id of the installation, in quotes').optional(),
  private_key: secret,
});

const GitHub = z
  .strictObject({
    ...common,
    kind: z.literal('github'),
    token: secret.optional(),
    app: App.optional(),
  })
  .refine(({ token, app }) => (token === undefined) !== (app === undefined), {
    message: 'Give one of token and app',
  });

const GitLab = z.strictObject({ ...common, kind: z.literal('gitlab'), token: secret });

const Gitea = z.strictObject({ ...common, kind: z.literal('gitea'), url, token: secret });

/** The repository itself, if it is on this machine. */
const Local = z.strictObject({ name, tenant, kind: z.literal('local') });

/** Where proposals are opened. */
const Forge = z.discriminatedUnion(
  'kind',
  [GitHub, GitLab, Gitea, Local],
  'Use one of github, gitlab, gitea, local',
);

export type ForgeSettings = z.output<typeof Forge>;

/** A forge with an API. */
export type RemoteForge = Exclude<ForgeSettings, { kind: 'local' }>;

/** `forges` in `parley.yaml`. */
export const ForgesSettings = z.array(Forge).max(100);
