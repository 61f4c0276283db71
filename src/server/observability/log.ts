/**
 * The log: one JSON object per line on standard output (pino). Lines written during a request carry its `requestId`;
 * secrets are removed before a line is written.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { pino, type DestinationStream, type Logger } from 'pino';
import { redact } from './redact.ts';

export type { Logger } from 'pino';

const context = new AsyncLocalStorage<Record<string, unknown>>();
let current: Logger = pino({ level: 'silent' });

export interface LogOptions {
  /** fatal, error, warn, info, debug, trace or silent. */
  level: string;
  /** Destination of the lines; standard output by default. */
  destination?: DestinationStream;
}

/** Makes the logger that `log()` returns. */
export function initLog({ level, destination }: LogOptions): Logger {
  current = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      mixin: () => context.getStore() ?? {},
      serializers: { err: describeError, error: describeError },
      formatters: { level: (label) => ({ level: label }), log: (line) => redact(line) as Record<string, unknown> },
    },
    destination ?? pino.destination(1),
  );
  return current;
}

/** The log. Silent until `initLog`. */
export function log(): Logger {
  return current;
}

/** Runs `fn` so that every line written in it, also later and asynchronously, carries `fields`. */
export function withLogFields<T>(fields: Record<string, unknown>, fn: () => T): T {
  return context.run({ ...context.getStore(), ...fields }, fn);
}

/** The fields of lines written here: the request's id, the job's. */
export function logFields(): Readonly<Record<string, unknown>> {
  return context.getStore() ?? {};
}

const MAX_CAUSES = 5;

/** An error with useful fields and its causes. It leaves out the row that a database error quotes. */
function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return error;
  const { code, constraint, table, statusCode } = error as Error & {
    code?: unknown;
    constraint?: unknown;
    table?: unknown;
    statusCode?: unknown;
  };
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    code,
    constraint,
    table,
    statusCode,
    cause: error.cause !== undefined && depth < MAX_CAUSES ? describeError(error.cause, depth + 1) : undefined,
  };
}
