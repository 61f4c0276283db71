import { AppError, notFound } from '../../../../kernel/errors.ts';

export function conflict(message: string, state: string): AppError {
  return new AppError('conflict', message, { details: { state } });
}

export function found<T>(row: T | undefined): T {
  if (row === undefined) throw notFound('The import');
  return row;
}
