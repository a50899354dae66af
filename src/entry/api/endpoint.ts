import type { z } from 'zod';
import type { TokenScope } from '../../config/service/token-scopes.ts';
import { fail, ok, type Result } from '../../model/result.ts';
import { emptyParameters, parsed } from './http/parsed.ts';
import { type ApiRefusal, type ApiReply, refuseCall } from './http/reply.ts';
import type { TokenCaller } from './http/tokens.ts';

/** How a caller has to authenticate. */
export type Access =
  | { readonly kind: 'open' }
  | { readonly kind: 'token'; readonly scope: TokenScope }
  /**
   * The caller authenticates in another way, such as with a signature. Any one of the schemes is
   * enough.
   */
  | {
      readonly kind: 'proof';
      readonly schemes: readonly ProofScheme[];
      readonly scope?: TokenScope;
    };

export type ProofScheme = 'token' | 'secret' | 'google' | 'signature' | 'forge';

/** The parts of an endpoint that are in the OpenAPI document. */
export interface Described {
  readonly method: 'get' | 'post' | 'put' | 'delete';
  /** `/api/v1/stacks/{stack}` */
  readonly path: string;
  /** The `operationId`. */
  readonly name: string;
  readonly group: string;
  /** One line. */
  readonly summary: string;
  /** Markdown. */
  readonly description?: string;
  readonly access: Access;
  readonly body?: BodySpec;
  readonly replies: Readonly<Record<number, ReplySpec>>;
  /** Statuses of refusals in addition to those that follow from the rest. */
  readonly refusals?: readonly number[];
  /** Request headers that the endpoint reads. */
  readonly headers?: readonly HeaderSpec[];
}

export interface BodySpec {
  /** Bytes. */
  readonly size: number;
  readonly types: readonly string[] | 'any';
  /** The schema in the document; without it, any body is described. */
  readonly schema?: z.ZodType;
  /** The endpoint reads the bytes itself, because the body is not plain JSON or is signed. */
  readonly raw?: true;
}

export interface ReplySpec {
  readonly description: string;
  /** Absent for a reply without a body. */
  readonly schema?: z.ZodType;
  /** Defaults to `application/json`. */
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface HeaderSpec {
  readonly name: string;
  readonly description: string;
  readonly required?: boolean;
}

/** A call before its parts are validated. */
export interface RawCall {
  /** Id of the request. */
  readonly id: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly caller: TokenCaller | undefined;
  /** The parsed body; undefined where there is none, or where it is raw. */
  readonly json: unknown;
  readonly bytes: Uint8Array;
}

export interface ApiCall<P, Q, B> extends Omit<RawCall, 'params' | 'query' | 'json'> {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  /** The tenant whose data the call concerns. */
  readonly tenant: string;
}

/** The tenant of the caller, or a refusal. */
type Admitted = Result<string, ApiRefusal>;

export interface Endpoint extends Described {
  /** The answer may wait for a trial change. */
  readonly mayTry?: true;
  readonly params: z.ZodType;
  readonly query: z.ZodType;
  /** Authenticates the caller before the body is read. */
  readonly admit: (call: Omit<RawCall, 'json' | 'bytes'>) => Admitted | Promise<Admitted>;
  readonly handle: (call: RawCall, tenant: string) => Promise<ApiReply>;
}

interface Definition<P, Q, B> extends Omit<Described, 'body'>, Pick<Endpoint, 'mayTry'> {
  /** Defaults to none. */
  readonly params?: z.ZodType<P>;
  /** Defaults to none. */
  readonly query?: z.ZodType<Q>;
  readonly body?: Omit<BodySpec, 'schema'> & { readonly schema: z.ZodType<B> };
  /**
   * For access by proof: finds the tenant before the body is read; empty where only the body names
   * it.
   */
  readonly admit?: Endpoint['admit'];
  readonly handle: (call: ApiCall<P, Q, B>) => Promise<ApiReply>;
}

export function endpoint<P, Q, B>(definition: Definition<P, Q, B>): Endpoint {
  const { handle, body, access, admit } = definition;
  // Without a schema there is nothing for the handler to look at, so the type does not matter.
  const schemas = {
    params: definition.params ?? (emptyParameters as z.ZodType as z.ZodType<P>),
    query: definition.query ?? (emptyParameters as z.ZodType as z.ZodType<Q>),
  };
  return {
    ...definition,
    ...schemas,
    admit: admit ?? ((call) => (access.kind === 'token' ? allowed(call, access.scope) : ok(''))),
    async handle(raw, tenant) {
      const params = parsed(schemas.params, raw.params, 'path');
      if (!params.ok) return params.error;
      const query = parsed(schemas.query, raw.query, 'query');
      if (!query.ok) return query.error;
      const call = { ...raw, params: params.value, query: query.value, tenant };
      // The body is not parsed here, so its type does not matter.
      if (body === undefined || body.raw) return handle({ ...call, body: undefined as B });
      const json = parsed(body.schema, raw.json, 'body');
      return json.ok ? handle({ ...call, body: json.value }) : json.error;
    },
  };
}

/** An endpoint that reads, for tokens that may. */
export function readingEndpoint<P, Q>(
  definition: Omit<Definition<P, Q, undefined>, 'method' | 'access' | 'body' | 'admit'>,
): Endpoint {
  return endpoint({ ...definition, method: 'get', access: { kind: 'token', scope: 'read' } });
}

/** The tenant of a caller that has the scope. */
export function allowed(
  { caller, headers }: Pick<RawCall, 'caller' | 'headers'>,
  scope: TokenScope,
): Result<string, ApiRefusal> {
  if (caller !== undefined) {
    return caller.scopes.includes(scope) ? ok(caller.tenant) : fail(notAllowed(scope));
  }
  return fail(headers['authorization'] === undefined ? noToken : wrongToken);
}

const realm = 'Bearer realm="parley"';

const noToken: ApiRefusal = refuseCall(401, 'no-token', 'The call has no credentials.', {
  detail: 'Send the header `Authorization: Bearer TOKEN` with a token of `server.tokens`.',
  headers: { 'www-authenticate': realm },
});

const wrongToken: ApiRefusal = refuseCall(401, 'wrong-token', 'The token is not known.', {
  headers: { 'www-authenticate': `${realm}, error="invalid_token"` },
});

function notAllowed(scope: TokenScope): ApiRefusal {
  return refuseCall(403, 'scope', 'The token does not allow this.', {
    detail: `It needs the scope ${scope}.`,
    headers: { 'www-authenticate': `${realm}, error="insufficient_scope", scope="${scope}"` },
  });
}
