/**
 * The port for language models: one request, answered as a stream of events. Adapters speak a provider's protocol; who
 * calls which model, retries, prices, and limits are the business of `domains/assistants`.
 */

/** A picture, for models that see. */
export interface ModelImage {
  type: 'image';
  /** `image/png`, `image/jpeg`, `image/webp`, or `image/gif`. */
  mediaType: string;
  /** Base64. */
  data: string;
}
export type ModelPart = { type: 'text'; text: string } | ModelImage;

export interface ModelToolCall {
  id: string;
  name: string;
  /** JSON as the model wrote it; it may be malformed. */
  arguments: string;
}

export type ModelMessage =
  | { role: 'system'; content: string }
  | { role: 'user'; content: string | readonly ModelPart[] }
  | { role: 'assistant'; content: string; toolCalls?: readonly ModelToolCall[] }
  | { role: 'tool'; toolCallId: string; content: string };

export type JsonSchema = Record<string, unknown>;

export interface ModelTool {
  /** Letters, digits, and underscores. */
  name: string;
  description: string;
  /** JSON Schema of an object. */
  schema: JsonSchema;
}

export interface ModelRequest {
  model: string;
  messages: readonly ModelMessage[];
  tools?: readonly ModelTool[];
  /** The reply is JSON of this schema; it arrives as text. */
  output?: { name: string; schema: JsonSchema };
  /** Most tokens of the reply. */
  maxTokens: number;
  temperature?: number;
}

/** Why a reply ended. `length`: at the limit of tokens. `refused`: the model or its provider declined. */
export type ModelEnd = 'stop' | 'tools' | 'length' | 'refused';

export interface ModelUsage {
  /** Tokens read, those from the provider's cache included. */
  input: number;
  output: number;
  /** Of `input`, those read from the provider's cache. */
  cached: number;
}

export type ModelEvent =
  | { type: 'text'; text: string }
  | { type: 'tool'; call: ModelToolCall }
  | ({ type: 'usage' } & ModelUsage)
  | { type: 'end'; reason: ModelEnd };

export interface ModelClient {
  /** Used where no one chose a model; blank: the account's first. */
  defaultModel: string;
  /**
   * The reply, as it arrives; the last event is `end`. An aborted signal ends the connection, and so the provider's
   * work.
   * @throws ModelError
   */
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
  /** Names of the models that the account may use, in the provider's order. @throws ModelError */
  models(signal: AbortSignal): Promise<string[]>;
}

/**
 * Why a model did not answer. `auth`: the key is refused. `limited`: too many requests. `busy`: the provider has
 * trouble. `context`: the request is too long. `request`: refused for another reason, such as an unknown model.
 * `unreachable`: no connection, or silence. `malformed`: an answer against the protocol. `stopped`: by our side.
 */
export type ModelFailure =
  | 'auth'
  | 'limited'
  | 'busy'
  | 'context'
  | 'request'
  | 'unreachable'
  | 'malformed'
  | 'stopped';

export class ModelError extends Error {
  override readonly name = 'ModelError';
  readonly kind: ModelFailure;
  readonly status: number | undefined;
  /** Seconds after which the provider wants to be asked again. */
  readonly retryAfter: number | undefined;

  constructor(
    kind: ModelFailure,
    message: string,
    options: { status?: number; retryAfter?: number | undefined; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.kind = kind;
    this.status = options.status;
    this.retryAfter = options.retryAfter;
  }

  /** Whether the same request may succeed a little later. */
  get isPassing(): boolean {
    return ['limited', 'busy', 'unreachable', 'malformed'].includes(this.kind);
  }
}

declare module '../define.ts' {
  interface PortClient {
    model: ModelClient;
  }
}
