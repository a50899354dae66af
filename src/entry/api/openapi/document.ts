import { OpenAPIHono, type RouteConfig } from '@hono/zod-openapi';
import { z } from 'zod';
import type { Endpoint, ReplySpec } from '../endpoint.ts';
import { namedSchemas } from './schemas.ts';

type Responses = RouteConfig['responses'];
type JsonSchema = Readonly<Record<string, unknown>>;

/** The OpenAPI 3.1 document, generated from the same endpoints that serve the API. */
export function openApiDocument(
  endpoints: readonly Endpoint[],
  { version, url }: { readonly version: string; readonly url: string | undefined },
): JsonSchema {
  const docs = new OpenAPIHono();
  const registry = docs.openAPIRegistry;
  for (const [name, schema] of Object.entries(componentsOf(namedSchemas))) {
    registry.registerComponent('schemas', name, schema);
  }
  for (const [name, scheme] of Object.entries(securitySchemes)) {
    registry.registerComponent('securitySchemes', name, scheme);
  }
  for (const endpoint of endpoints) registry.registerPath(routeOf(endpoint));
  const document = docs.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Parley',
      version,
      description:
        'The HTTP API of `parley serve`. Every list comes in parts; every error is a problem document.',
      license: { name: 'Apache-2.0' },
    },
    servers: [{ url: url ?? '/' }],
  });
  // The round trip through JSON text drops undefined members.
  return JSON.parse(JSON.stringify(document));
}

const securitySchemes = {
  token: { type: 'http', scheme: 'bearer', description: 'A token of `server.tokens`' },
  secret: {
    type: 'apiKey',
    in: 'header',
    name: 'x-parley-secret',
    description: 'The `secret` of the source',
  },
  google: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The OIDC token of Pub/Sub, as `pubsub` of the source says',
  },
  signature: {
    type: 'apiKey',
    in: 'header',
    name: 'x-parley-signature',
    description: 'HMAC-SHA-256 with `server.webhook_secret`',
  },
  forge: {
    type: 'apiKey',
    in: 'header',
    name: 'x-hub-signature-256',
    description: 'As GitHub signs; GitLab sends `x-gitlab-token`, Gitea `x-gitea-signature`',
  },
} as const;

function routeOf(endpoint: Endpoint): RouteConfig {
  const { method, path, name, group, summary, description, body } = endpoint;
  return {
    method,
    path,
    operationId: name,
    tags: [group],
    summary,
    ...(description === undefined ? {} : { description }),
    security: securityOf(endpoint),
    parameters: parametersOf(endpoint),
    ...(body === undefined ? {} : { requestBody: requestBodyOf(body) }),
    responses: responsesOf(endpoint),
    // The schemas are already JSON Schema, which the library's types do not allow for.
  } as unknown as RouteConfig;
}

function securityOf({ access }: Endpoint): readonly Record<string, string[]>[] {
  switch (access.kind) {
    case 'open':
      return [];
    case 'token':
      return [{ token: [access.scope] }];
    case 'proof':
      return access.schemes.map((scheme) => ({
        [scheme]: scheme === 'token' && access.scope !== undefined ? [access.scope] : [],
      }));
  }
}

function parametersOf({ params, query, headers = [] }: Endpoint): readonly JsonSchema[] {
  const fields = (schema: z.ZodType, place: 'path' | 'query'): readonly JsonSchema[] => {
    const { properties = {}, required = [] } = inputSchema(schema);
    return Object.entries(properties).map(([name, each]) => ({
      name,
      in: place,
      required: required.includes(name),
      ...describedSchema(each as JsonSchema),
    }));
  };
  const ofHeaders = headers.map(({ name, description, required = false }) => ({
    name,
    in: 'header',
    required,
    description,
    schema: { type: 'string' },
  }));
  return [...fields(params, 'path'), ...fields(query, 'query'), ...ofHeaders];
}

/** A parameter has its description next to the schema instead of within it. */
function describedSchema({ description, example, ...schema }: JsonSchema): JsonSchema {
  return {
    ...(description === undefined ? {} : { description }),
    ...(example === undefined ? {} : { example }),
    schema,
  };
}

function requestBodyOf({ types, schema }: NonNullable<Endpoint['body']>): JsonSchema {
  const content = types === 'any' ? ['application/json'] : types;
  const media = { schema: schema === undefined ? {} : inputSchema(schema) };
  return { required: true, content: Object.fromEntries(content.map((type) => [type, media])) };
}

function inputSchema(schema: z.ZodType): {
  readonly properties?: JsonSchema;
  readonly required?: readonly string[];
} {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return rest as ReturnType<typeof inputSchema>;
}

function responsesOf(endpoint: Endpoint): Responses {
  const replies = Object.entries(endpoint.replies).map(([status, reply]) => [
    status,
    responseOf(reply),
  ]);
  const refusals = refusalsOf(endpoint).map((status) => [
    String(status),
    {
      description: refusalNames[status] ?? 'Refused',
      content: { 'application/problem+json': { schema: referenceTo('Problem') } },
    },
  ]);
  return Object.fromEntries([...replies, ...refusals]);
}

function responseOf({ description, schema, type = 'application/json', headers }: ReplySpec) {
  const text = { type: 'string' };
  const content =
    schema === undefined && type === 'application/json'
      ? {}
      : { content: { [type]: { schema: schema === undefined ? text : outputSchema(schema) } } };
  const named = Object.entries(headers ?? {}).map(([name, each]) => [
    name,
    { description: each, schema: text },
  ]);
  return { description, ...content, ...(headers && { headers: Object.fromEntries(named) }) };
}

function outputSchema(schema: z.ZodType): JsonSchema {
  const name = Object.keys(namedSchemas).find((one) => namedSchemas[one] === schema);
  if (name === undefined) throw new Error('A reply has a schema without a name.');
  return referenceTo(name);
}

function referenceTo(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

const refusalNames: Readonly<Record<number, string>> = {
  400: 'The call does not match the documentation',
  401: 'The call has no valid credentials',
  403: 'The token lacks the scope',
  404: 'It does not exist, or belongs to another tenant',
  408: 'The body takes too long',
  409: 'It conflicts with what exists',
  413: 'The body is too large',
  415: 'The media type or encoding of the body is not accepted',
  422: 'A part of it is not valid',
  429: 'There were too many calls; see `retry-after`',
  500: 'Something went wrong',
  503: 'The store or the queue does not answer; see `retry-after`',
};

/** The statuses with which any such call may be refused. */
function refusalsOf({ access, method, body, refusals = [], path }: Endpoint): readonly number[] {
  const all = [
    ...refusals,
    400,
    500,
    ...(path === '/healthz' ? [] : [429]),
    ...(path === '/healthz' || path === '/readyz' ? [] : [503]),
    ...(access.kind === 'open' ? [] : [401]),
    ...(access.kind === 'token' || (access.kind === 'proof' && access.scope) ? [403] : []),
    ...(method === 'get' ? [] : [413]),
    ...(body === undefined ? [] : [408, 415]),
  ];
  return [...new Set(all)].sort((a, b) => a - b);
}

/** The schemas as JSON Schema, with references to each other. */
function componentsOf(schemas: Readonly<Record<string, z.ZodType>>): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(schemas)) registry.add(schema, { id });
  const made = z.toJSONSchema(registry, {
    uri: (id) => `#/components/schemas/${id}`,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      // Later versions may add members.
      const isClosed = zodSchema._zod.def.type === 'object' && 'catchall' in zodSchema._zod.def;
      if (!isClosed) delete jsonSchema.additionalProperties;
    },
  });
  return Object.fromEntries(
    Object.entries(made.schemas).map(([name, { $schema, $id, ...schema }]) => [name, schema]),
  );
}
