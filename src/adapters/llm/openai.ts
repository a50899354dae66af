import type { APIError, OpenAI } from 'openai';
import { parsedJson } from '../../model/parsed-json.ts';
import { fail, ok } from '../../model/result.ts';
import type {
  Model,
  ModelFailure,
  ModelRequest,
  TokenCount,
} from '../../stages/intent/llm/port.ts';
import { noTokens } from '../../stages/intent/llm/port.ts';

export interface EndpointOptions {
  /** Any endpoint with the chat completions API; defaults to OpenAI's own. */
  readonly baseUrl?: string;
  readonly apiKey: string;
  readonly model: string;
  /** Milliseconds that one attempt may take. */
  readonly timeout: number;
  /** Further attempts if the endpoint is busy or unreachable. */
  readonly retries: number;
  readonly fetch?: typeof globalThis.fetch;
}

/**
 * A model behind the chat completions API
 * (https://platform.openai.com/docs/api-reference/chat). The client is loaded with the first
 * question, since most runs ask none.
 */
export function createEndpoint(options: EndpointOptions): Model {
  let client: Promise<OpenAI> | undefined;
  // Servers that do not support JSON Schema get the schema in the instructions.
  let constrained = true;
  const ask: Model['ask'] = async (request) => {
    client ??= connect(options);
    const attempt = await complete(await client, options, request, constrained);
    if (attempt.ok || attempt.error.code !== 'schema-refused') return asReply(attempt);
    constrained = false;
    return asReply(await complete(await client, options, request, false));
  };
  return { name: options.model, ask };
}

async function connect(options: EndpointOptions): Promise<OpenAI> {
  const { default: Client } = await import('openai');
  return new Client({
    apiKey: options.apiKey,
    timeout: options.timeout,
    maxRetries: options.retries,
    // Without these the client would read them from the environment.
    organization: null,
    project: null,
    ...(options.baseUrl === undefined ? {} : { baseURL: options.baseUrl }),
    ...(options.fetch === undefined ? {} : { fetch: options.fetch }),
  });
}

type Failure = Omit<ModelFailure, 'code'> & {
  readonly code: ModelFailure['code'] | 'schema-refused';
};
type Attempt =
  | ReturnType<typeof ok<{ answer: unknown; tokens: TokenCount }>>
  | ReturnType<typeof fail<Failure>>;

function asReply(attempt: Attempt): Awaited<ReturnType<Model['ask']>> {
  if (attempt.ok) return attempt;
  const { code } = attempt.error;
  return fail({ ...attempt.error, code: code === 'schema-refused' ? 'model-refused' : code });
}

async function complete(
  client: OpenAI,
  { model }: EndpointOptions,
  request: ModelRequest,
  constrained: boolean,
): Promise<Attempt> {
  const schema = JSON.stringify(request.schema);
  const system = constrained
    ? request.system
    : `${request.system}\n\nThe answer has to satisfy this JSON Schema:\n${schema}`;
  try {
    const completion = await client.chat.completions.create(
      {
        model,
        temperature: 0,
        max_tokens: request.maxTokens,
        messages: [
          { role: 'system', content: system },
          { role: 'user', content: request.user },
        ],
        response_format: constrained
          ? {
              type: 'json_schema',
              json_schema: { name: 'answer', strict: true, schema: { ...request.schema } },
            }
          : { type: 'json_object' },
      },
      request.within === undefined
        ? {}
        : { signal: AbortSignal.timeout(Math.ceil(request.within)) },
    );
    const tokens = {
      prompt: count(completion.usage?.prompt_tokens),
      completion: count(completion.usage?.completion_tokens),
    };
    const answer = parseAnswer(completion.choices?.[0]?.message?.content);
    return answer === undefined ? fail(nonsense(tokens)) : ok({ answer, tokens });
  } catch (error) {
    return fail(await failureOf(error, constrained));
  }
}

/** Some models wrap JSON in a fenced block whatever the prompt says. */
function parseAnswer(content: unknown): unknown {
  if (typeof content !== 'string') return undefined;
  const fenced = /^\s*```(?:json)?\s*([\s\S]*?)\s*```\s*$/.exec(content);
  // Text that is not JSON counts as no answer.
  return parsedJson(fenced?.[1] ?? content);
}

/** A token count that the endpoint reports, which may be any value; 0 if it is not a count. */
function count(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? Math.floor(value) : 0;
}

function nonsense(tokens: TokenCount): Failure {
  return {
    code: 'model-nonsense',
    message: 'The model did not answer in JSON.',
    hint: 'The rules decide without it; try another model.',
    tokens,
  };
}

async function failureOf(error: unknown, constrained: boolean): Promise<Failure> {
  const {
    APIConnectionTimeoutError,
    APIError: ApiError,
    APIUserAbortError,
  } = await import('openai');
  if (error instanceof APIUserAbortError) return outOfTime;
  if (error instanceof APIConnectionTimeoutError) return timedOut;
  const status = error instanceof ApiError ? (error as APIError).status : undefined;
  if (status !== undefined && status >= 400 && status < 500 && status !== 429) {
    const isAboutSchema = constrained && (status === 400 || status === 422);
    return isAboutSchema ? { ...refused(status), code: 'schema-refused' } : refused(status);
  }
  return {
    code: 'model-unreachable',
    message: `The model's endpoint does not answer${status === undefined ? '' : ` (${status})`}.`,
    hint: 'The rules decide without it; check model.base_url in parley.yaml.',
    tokens: noTokens,
  };
}

const outOfTime: Failure = {
  code: 'model-budget',
  message: 'The time for the model in this run ended before it answered.',
  hint: 'The rules decide the rest; raise model.budget_seconds in parley.yaml.',
  tokens: noTokens,
};

const timedOut: Failure = {
  code: 'model-timeout',
  message: 'The model did not answer in time.',
  hint: 'The rules decide without it; raise model.timeout in parley.yaml if it is slow.',
  tokens: noTokens,
};

/** The message is fixed, because the endpoint's own reason would appear in the report. */
function refused(status: number): Failure {
  return {
    code: 'model-refused',
    message: `The model's endpoint refuses the question (${status}).`,
    hint: 'The rules decide without it; check the key and model.name in parley.yaml.',
    tokens: noTokens,
  };
}
