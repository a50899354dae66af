import type { JsonObject } from '../../../model/json.ts';
import type { Result } from '../../../model/result.ts';

/** One question, complete: equal questions may share an answer. */
export interface ModelRequest {
  /** Prompt and its version, `session@1`. */
  readonly prompt: string;
  readonly system: string;
  /** The data asked about, as JSON text. */
  readonly user: string;
  /** JSON Schema that the answer has to satisfy. */
  readonly schema: JsonObject;
  readonly maxTokens: number;
  /** Milliseconds that are left for it, where there is a budget of time. */
  readonly within?: number;
}

export interface TokenCount {
  readonly prompt: number;
  readonly completion: number;
}

export interface ModelReply {
  /** Parsed, and not yet checked against the schema. */
  readonly answer: unknown;
  readonly tokens: TokenCount;
}

/** Why there is no answer. The rules' answer stands; `tokens` were spent all the same. */
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

/** A language model behind any endpoint. Never throws for what the endpoint does. */
export interface Model {
  readonly name: string;
  ask(request: ModelRequest): Promise<Result<ModelReply, ModelFailure>>;
  /** What an earlier run was answered to this question, wherever it stood then. */
  known?(request: ModelRequest): Promise<{ readonly answer: unknown } | undefined>;
  keep?(request: ModelRequest, answer: unknown): Promise<void>;
}

export const noTokens: TokenCount = { prompt: 0, completion: 0 };

export function addTokens(a: TokenCount, b: TokenCount): TokenCount {
  return { prompt: a.prompt + b.prompt, completion: a.completion + b.completion };
}
