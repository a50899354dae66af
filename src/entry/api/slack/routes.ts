import { Hono } from 'hono';
import { problemResponse } from '../http/problem.ts';
import { onCommand } from './command.ts';
import type { SlackRoutesDeps } from './deps.ts';
import { onInteraction } from './interaction.ts';
import { admit, type SlackCall } from './request.ts';

/** Bytes. An interaction contains the entire message, form-encoded. */
const largest = { command: 64 * 1024, interaction: 256 * 1024 };

/** The routes that Slack calls: `POST /commands` and `POST /interactions`. */
export function createSlackRoutes(deps: SlackRoutesDeps): Hono {
  const app = new Hono();
  const route = (
    path: string,
    size: number,
    handle: (deps: SlackRoutesDeps, call: SlackCall) => Promise<Response>,
  ): void => {
    app.post(path, async ({ req }) => {
      const call = await admit(deps, req.raw, size);
      return call.ok ? handle(deps, call.value) : problemResponse(call.error, 'slack');
    });
  };
  route('/commands', largest.command, onCommand);
  route('/interactions', largest.interaction, onInteraction);
  return app;
}
