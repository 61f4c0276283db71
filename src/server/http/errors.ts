/** Gives every error one shape; unintended ones are logged and masked. */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorBody } from '../../kernel/endpoint.ts';
import { AppError } from '../../kernel/errors.ts';
import { log } from '../observability/log.ts';
import { fieldsOfUnstorable, unstorable } from './storable-errors.ts';

/** Converts anything thrown into the client's error. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const cause = (error as { cause?: unknown }).cause;
  if (cause instanceof AppError) return cause;
  return fromFramework(error as FastifyError) ?? fromDatabase((cause ?? error) as { code?: unknown }) ?? masked(error);
}

function masked(error: unknown): AppError {
  return new AppError(
    'internal',
    'Something went wrong on our side. Please try again; if it stays, tell us the request id.',
    { cause: error },
  );
}

function fromFramework(error: FastifyError): AppError | undefined {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new AppError('too_large', 'The request is larger than allowed.');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new AppError('unsupported_media_type', 'Send the body as application/json.');
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new AppError('bad_request', 'The body is not valid JSON.');
    case 'FST_REQ_FILE_TOO_LARGE':
      return new AppError('too_large', 'The file is larger than allowed.');
    default:
      break;
  }
  if (error instanceof SyntaxError && error.statusCode === 400)
    return new AppError('bad_request', 'The body is not valid JSON.');
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500)
    return new AppError('bad_request', 'The request cannot be understood.');
  return undefined;
}

/** SQLSTATE classes that are not the caller's fault and pass by themselves. */
function fromDatabase(error: { code?: unknown }): AppError | undefined {
  const code = typeof error.code === 'string' ? error.code : '';
  if (code === '53100')
    return new AppError('storage_full', 'The storage is full. Nothing was changed.', { cause: error });
  if (code === '57014')
    return new AppError('unavailable', 'This took too long and was stopped. Please narrow it down and try again.', {
      cause: error,
      retryAfter: 5,
    });
  if (code === '40001' || code === '40P01')
    return new AppError('conflict', 'Someone changed the same data at the same time. Try again.', {
      cause: error,
      retryAfter: 1,
    });
  if (
    code.startsWith('08') ||
    code.startsWith('57P') ||
    code.startsWith('53') ||
    code === 'ECONNREFUSED' ||
    code === 'ECONNRESET' ||
    code === 'EPIPE'
  ) {
    return new AppError('unavailable', 'The database cannot be reached right now. Please try again in a moment.', {
      cause: error,
      retryAfter: 2,
    });
  }
  return unstorable(error);
}

export function errorBody(error: AppError, requestId: string, fields = error.fields): ErrorBody {
  return {
    message: error.message,
    code: error.code,
    // The name that the client's CSRF rule expects.
    ...(error.code === 'INVALID_CSRF_TOKEN' ? { error: 'CSRF validation failed' } : {}),
    ...(fields.length > 0 ? { fields } : {}),
    ...(error.details === undefined ? {} : { details: error.details }),
    requestId,
  };
}

function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = toAppError(error);
  const fields =
    known.code === 'validation' && known.fields.length === 0
      ? fieldsOfUnstorable(known, request.body, request.query)
      : known.fields;
  if (known.status >= 500) log().error({ err: known.cause ?? known }, known.message);
  else if (known.code === 'forbidden' || known.code === 'INVALID_CSRF_TOKEN')
    log().warn({ code: known.code }, known.message);
  if (known.retryAfter !== undefined) reply.header('retry-after', known.retryAfter);
  return reply
    .code(known.status)
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(errorBody(known, request.id, fields)));
}

/** Installs the error handler and the JSON 404 of the API. */
export function installErrors(app: FastifyInstance): void {
  app.setErrorHandler(sendError);
}

/** The answer to an API path that does not exist, or not with this method. */
export function unknownPath(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendError(
    new AppError('not_found', `There is no ${request.method} ${request.url.split('?', 1)[0]}.`),
    request,
    reply,
  );
}

/** The answer to an address that the router itself rejects, which no hook sees. */
export function unreadableAddress(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendError(new AppError('bad_request', 'The address cannot be read.'), request, reply);
}
