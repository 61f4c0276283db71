import type { FastifyRequest } from 'fastify';
import { invalid } from '../../kernel/errors.ts';

/**
 * The version that `If-Match` names, as `3`, `"3"` or `W/"3"`; undefined without the header.
 * @throws AppError `validation`
 */
export function ifMatch(request: FastifyRequest): number | undefined {
  const header = request.headers['if-match'];
  if (header === undefined) return undefined;
  const version = /^(?:W\/)?"?(\d{1,9})"?$/.exec(header.trim())?.[1];
  if (version === undefined) throw invalid('If-Match', 'If-Match must be the version that you read, such as "3".');
  return Number(version);
}
