import type { JsonObject } from '../../../model/json.ts';
import type { Result } from '../../../model/result.ts';

/** One complete question; equal questions may share an answer. */
export interface ModelRequest {
  /** Name and version of the prompt: `session@1`. */
  readonly prompt: string;
  readonly system: string;
  /** The data in question, as JSON text. */
  readonly user: string;
  /** JSON Schema that the answer has to satisfy. */
  readonly schema: JsonObject;
  readonly maxTokens: number;
  /** Milliseconds left for the request, if there is a time budget. */
  readonly within?: number;
}

export interface TokenCount {
  readonly prompt: number;
  readonly completion: number;
}

export interface ModelReply {
  /** Parsed, but not yet checked against the schema. */
  readonly answer: unknown;
  readonly tokens: TokenCount;
}

/** Why there is no answer. The rules' result is used instead; `tokens` were spent all the same. */
export interface ModelFailure {
  readonly code:
    | 'model-unreachable'
    | 'model-timeout'
    | 'model-refused'
    | 'model-nonsense'
    | 'model-budget';
  readonly message: string;
  readonly hint: string;
  readonly tokens: TokenCount;
}

/**
 * A language model behind any endpoint. Endpoint failures are returned as results, never thrown.
 */
export interface Model {
  readonly name: string;
  ask(request: ModelRequest): Promise<Result<ModelReply, ModelFailure>>;
  /** The answer that an earlier run got to this question, whatever its batch. */
  known?(request: ModelRequest): Promise<{ readonly answer: unknown } | undefined>;
  keep?(request: ModelRequest, answer: unknown): Promise<void>;
}

export const noTokens: TokenCount = { prompt: 0, completion: 0 };

export function addTokens(a: TokenCount, b: TokenCount): TokenCount {
  return { prompt: a.prompt + b.prompt, completion: a.completion + b.completion };
}
