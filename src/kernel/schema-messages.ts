/**
 * Default error messages of schemas: sentences that the value's author can act on, in forms and in the API alike.
 * Imported for its side effect wherever values are checked, once on each side.
 */
import {
  config,
  type $ZodErrorMap,
  type $ZodIssueTooBig,
  type $ZodIssueTooSmall,
  type $ZodRawIssue,
} from 'zod/v4/core';

/** Message for a missing or empty value. */
export const MISSING = 'Fill this in.';

const KINDS: Readonly<Record<string, string>> = {
  string: 'Enter text.',
  number: 'Enter a number.',
  int: 'Enter a whole number.',
  bigint: 'Enter a whole number.',
  boolean: 'Choose true or false.',
  date: 'Enter a date.',
  array: 'Enter a list.',
  tuple: 'Enter a list.',
  object: 'Enter an object with fields.',
  record: 'Enter an object with fields.',
};

const FORMATS: Readonly<Record<string, string>> = {
  email: 'Enter an email address, such as name@example.com.',
  url: 'Enter a web address that begins with https:// or http://.',
  uuid: 'This is not an id.',
  date: 'Enter a day, such as 2026-03-31.',
  datetime: 'Enter a date and time, such as 2026-03-31T09:00:00Z.',
  time: 'Enter a time, such as 09:00.',
};

/** Maximum number of choices listed in a message. */
const MAX_CHOICES = 12;

function size({ origin }: { origin: string }, count: number | bigint): string {
  if (origin === 'string') return `${count} ${Number(count) === 1 ? 'character' : 'characters'}`;
  return `${count} ${Number(count) === 1 ? 'entry' : 'entries'}`;
}

const counts = (origin: string) => ['string', 'array', 'set', 'map'].includes(origin);

function tooSmall(issue: $ZodRawIssue<$ZodIssueTooSmall>): string {
  const { origin, minimum, inclusive, exact } = issue;
  if (!counts(origin)) return `Enter ${inclusive === false ? 'more than' : 'at least'} ${minimum}.`;
  if (exact) return `Enter exactly ${size(issue, minimum)}.`;
  if (origin === 'string' && Number(minimum) <= 1) return MISSING;
  return origin === 'string'
    ? `Enter at least ${size(issue, minimum)}.`
    : `At least ${size(issue, minimum)} must be there.`;
}

function tooBig(issue: $ZodRawIssue<$ZodIssueTooBig>): string {
  const { origin, maximum, inclusive, exact } = issue;
  if (!counts(origin)) return `Enter ${inclusive === false ? 'less than' : 'at most'} ${maximum}.`;
  if (exact) return `Enter exactly ${size(issue, maximum)}.`;
  return origin === 'string' ? `Use at most ${size(issue, maximum)}.` : `At most ${size(issue, maximum)} can be taken.`;
}

/** The sentence for an issue. Numbers appear as in the schema; the rejected value is never repeated. */
export const words: $ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined || issue.input === null || issue.input === '') return MISSING;
      return KINDS[issue.expected] ?? 'This value has the wrong form.';
    case 'invalid_value': {
      if (issue.input === undefined || issue.input === null) return MISSING;
      const choices = issue.values.map(String);
      return choices.length <= MAX_CHOICES
        ? `Choose ${choices.length === 1 ? '' : 'one of '}${choices.join(', ')}.`
        : 'This is not one of the choices.';
    }
    case 'too_small':
      return tooSmall(issue);
    case 'too_big':
      return tooBig(issue);
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'This has a form that cannot be read.';
    case 'not_multiple_of':
      return issue.divisor === 1 ? 'Enter a whole number.' : `Enter a multiple of ${issue.divisor}.`;
    case 'unrecognized_keys':
      return `Unknown: ${issue.keys.join(', ').slice(0, 200)}`;
    case 'invalid_union':
      return issue.input === undefined || issue.input === null ? MISSING : 'This has a form that cannot be read.';
    default:
      return 'This cannot be accepted.';
  }
};

config({ customError: words });
