import type { ApiDeps } from '../deps.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';
import { jsonReply } from '../http/reply.ts';
import { openApiDocument } from '../openapi/document.ts';
import { DocumentView } from '../schema/common.ts';

/** The endpoint for the document that describes all endpoints, including itself. */
export function documentEndpoint(
  others: readonly Endpoint[],
  { settings, runtime: { version } }: Pick<ApiDeps, 'settings' | 'runtime'>,
): Endpoint {
  let made: unknown;
  const own: Endpoint = endpoint({
    method: 'get',
    path: '/openapi.json',
    name: 'getDocument',
    group: 'service',
    summary: 'This document',
    access: { kind: 'open' },
    replies: { 200: { description: 'OpenAPI 3.1', schema: DocumentView } },
    async handle() {
      made ??= openApiDocument([...others, own], { version, url: settings.server.public_url });
      return jsonReply(200, made);
    },
  });
  return own;
}
