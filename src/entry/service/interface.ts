import { randomUUID } from 'node:crypto';
import type { Hono } from 'hono';
import { createOidcProvider } from '../../adapters/oidc/provider.ts';
import type { SlackApp } from '../../app/notify/slack-apps.ts';
import { nextScan } from '../../app/stack/schedules.ts';
import type { ServiceSettings } from '../../app/stack/settings.ts';
import { version } from '../../app/version.ts';
import { milliseconds } from '../../config/duration.ts';
import type { Io } from '../../ports/io.ts';
import { createApi } from '../api/app.ts';
import type { ApiCallers, ApiDeps, ApiRuntime } from '../api/deps.ts';
import type { ApiEnv } from '../api/mount.ts';
import { createSlackRoutes } from '../api/slack/routes.ts';
import { createGoogleTokens } from './google-tokens.ts';
import { incidentFile } from './incident-file.ts';
import { logNotify } from './log-events.ts';

export interface InterfaceDeps
  extends Pick<ApiDeps, 'store' | 'jobs' | 'answers' | 'registers' | 'process'>,
    Pick<ApiCallers, 'limit'> {
  readonly runtime: Omit<ApiRuntime, 'newId' | 'limits' | 'version'>;
  readonly apps: readonly SlackApp[];
  /** Runs work after the response. */
  readonly later: (work: () => Promise<void>) => void;
}

/** The HTTP interface, including the routes for Slack. */
export function createInterface(
  io: Io,
  service: ServiceSettings,
  { apps, later, limit, ...deps }: InterfaceDeps,
): Hono<ApiEnv> {
  const { settings } = service;
  const { store, jobs, answers, registers, runtime } = deps;
  const { log, metrics, now, elapsed } = runtime;
  const incidents = incidentFile(service, now);
  return createApi({
    ...deps,
    settings: withSignIn(withIncidentSecret(service.written, io), settings),
    registers: { ...registers, ...(incidents && { keepIncident: incidents.keep }) },
    callers: {
      resolve: (reference) => variableOf(reference, io.env),
      verifyGoogleToken: createGoogleTokens({ elapsed }),
      oidc: settings.server.sign_in.oidc.map((one) => createOidcProvider(one, elapsed)),
      ...(limit && { limit }),
    },
    runtime: {
      ...{ ...runtime, newId: randomUUID, version: version() },
      limits: { trialTime: milliseconds(settings.limits.trial.time) },
    },
    slack: createSlackRoutes({
      ...{ ...answers, store, log, now, apps, later, flushOutbox: jobs.flushOutbox },
      stacks: settings.stacks,
      channels: settings.notifications,
      nextScan: (key) => nextScan(jobs.queues, key),
      onEvent: logNotify(log, metrics),
    }),
  });
}

const incidentSecret = 'PARLEY_WEBHOOK_SECRET';

/**
 * Supports the variable that held the secret for incident tools before there was a setting for it.
 */
function withIncidentSecret(
  written: ServiceSettings['written'],
  { env }: Io,
): ServiceSettings['written'] {
  const isSet = written.server.webhook_secret !== undefined || !env[incidentSecret];
  if (isSet) return written;
  return { ...written, server: { ...written.server, webhook_secret: `\${${incidentSecret}}` } };
}

/** Replaces the sign-in settings and the public URL by those with the values of the environment. */
function withSignIn(
  written: ServiceSettings['written'],
  { server: { public_url, sign_in } }: ServiceSettings['settings'],
): ServiceSettings['written'] {
  const own = public_url === undefined ? {} : { public_url };
  return { ...written, server: { ...written.server, ...own, sign_in } };
}

function variableOf(reference: string, env: Io['env']): string | undefined {
  const [, name] = /^\$\{([A-Za-z_][A-Za-z0-9_]*)\}$/.exec(reference) ?? [];
  return name === undefined ? undefined : env[name] || undefined;
}
