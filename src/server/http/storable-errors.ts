/**
 * Values that schemas allow and PostgreSQL rejects: invalid characters, numbers beyond a column, days beyond the
 * calendar. The database reports them; the field is searched for only then.
 */
import { AppError, type FieldError } from '../../kernel/errors.ts';

interface Kind {
  codes: readonly string[];
  message: string;
  is(value: unknown): boolean;
}

const INT4 = 2 ** 31 - 1;

const KINDS: readonly Kind[] = [
  {
    codes: ['22021', '22P05'],
    message: 'The text contains a character that cannot be stored.',
    is: (value) => typeof value === 'string' && (value.includes('\0') || !value.isWellFormed()),
  },
  {
    codes: ['22003'],
    message: 'A number is too large or too small to be stored.',
    is: (value) =>
      typeof value === 'number'
        ? Math.abs(value) > INT4
        : typeof value === 'string' && /^-?\d{10,}(?:\.\d*)?$/.test(value),
  },
  {
    codes: ['22007', '22008'],
    message: 'A day or a time is too early or too late to be stored.',
    is: (value) => typeof value === 'string' && (value.startsWith('0000-') || /^[+-]\d{6}-/.test(value)),
  },
];

interface DatabaseError {
  code?: unknown;
  detail?: unknown;
}

/** The answer when the database could not store a value. */
export function unstorable(error: DatabaseError): AppError | undefined {
  // An unpaired surrogate inside JSON; elsewhere the driver substitutes it.
  const code = error.code === '22P02' && /surrogate/i.test(String(error.detail)) ? '22021' : error.code;
  const kind = KINDS.find(({ codes }) => codes.includes(code as string));
  return kind && new AppError('validation', kind.message, { cause: error });
}

/** The fields that may be meant, at most ten. */
export function fieldsOfUnstorable({ message }: AppError, ...sent: unknown[]): FieldError[] {
  const kind = KINDS.find((one) => one.message === message);
  const found: FieldError[] = [];
  const look = (value: unknown, path: string) => {
    if (found.length === 10) return;
    if (kind?.is(value)) found.push({ field: path, message });
    else if (typeof value === 'object' && value !== null)
      for (const [name, inner] of Object.entries(value)) look(inner, path ? `${path}.${name}` : name);
  };
  for (const part of sent) look(part, '');
  return found;
}
