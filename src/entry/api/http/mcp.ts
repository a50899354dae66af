import type { Context, Hono } from 'hono';
import type { ToolCall } from '../../mcp/server.ts';
import type { ApiDeps } from '../deps.ts';
import { allowed } from '../endpoint.ts';
import { type ApiEnv, type CallLimits, inTrialTime } from '../mount.ts';
import { readCallBody, readJsonBody } from './body.ts';
import { problemResponse } from './problem.ts';
import { type ApiRefusal, refuseCall } from './reply.ts';

const mcpPath = '/mcp';

/** Bytes of one message. */
const largest = 256 * 1024;

/** Adds the tools for agents, with the same tokens, scopes and rates as the rest of the API. */
export function mountMcp(app: Hono<ApiEnv>, deps: ApiDeps, limits: CallLimits): void {
  app.all(mcpPath, async (c) => {
    c.set('route', mcpPath);
    const answered = await answer(c, deps, limits);
    return answered instanceof Response ? answered : problemResponse(answered, c.get('id'));
  });
}

async function answer(
  c: Context<ApiEnv>,
  deps: ApiDeps,
  limits: CallLimits,
): Promise<Response | ApiRefusal> {
  const request = c.req.raw;
  const caller = c.get('caller');
  const headers = Object.fromEntries(request.headers);
  const may = allowed({ caller, headers }, caller?.scopes.includes('write') ? 'write' : 'read');
  if (!may.ok || caller === undefined) return may.ok ? notAnybody : may.error;
  if (isElsewhere(deps, headers['origin'])) return foreignPage;
  if (request.method !== 'POST') return onlyPost;
  const body = await readCallBody(request, {
    size: largest,
    types: ['application/json'],
    time: limits.bodyTime,
  });
  if (!body.ok) return body.error;
  const json = readJsonBody(body.value);
  if (!json.ok) return json.error;
  if (Array.isArray(json.value)) return oneAtATime;
  // Loaded for the first agent, since most processes never serve one.
  const { answerMessage } = await import('../../mcp/http.ts');
  const { servicePlace } = await import('../../mcp/place/service.ts');
  const place = servicePlace(deps, caller.tenant);
  const called = (call: ToolCall) => logCall(deps, c.get('id'), caller.tenant, call);
  const answering = answerMessage({ request, caller, json: json.value, place, called });
  return inTrialTime(c, answering, limits);
}

/** Logs which tool was called and by whom, but never its arguments. */
function logCall(
  { runtime: { log } }: Pick<ApiDeps, 'runtime'>,
  id: string,
  tenant: string,
  { tool, agent: { token, client }, problem, error }: ToolCall,
): void {
  const fields = { id, tool, tenant, caller: token, class: 'agent', client, problem };
  if (error === undefined) log.info('tool called', fields);
  else log.error('tool failed', { ...fields, error: error instanceof Error ? error.name : 'none' });
}

/**
 * True for a request from a web page of another origin, in the browser of somebody who can reach
 * this server.
 */
function isElsewhere({ settings }: Pick<ApiDeps, 'settings'>, origin: string | undefined): boolean {
  if (origin === undefined) return false;
  const { public_url: own } = settings.server;
  return own === undefined || !URL.canParse(own) || new URL(own).origin !== origin;
}

const notAnybody = refuseCall(401, 'no-token', 'The call has no credentials.');

const foreignPage = refuseCall(403, 'origin', 'The call comes from a page of another origin.', {
  detail: 'Only pages of `server.public_url` may call; programs send no Origin.',
});

const onlyPost = refuseCall(405, 'method', 'The path has no such method.', {
  detail: 'Use POST: there is no session between calls to stream or end.',
  headers: { allow: 'POST' },
});

const oneAtATime = refuseCall(400, 'one-message', 'A call has one message.', {
  detail: 'Send each message in a call of its own, since each one counts.',
});
