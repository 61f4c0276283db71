/**
 * Texts with variables: `Hello {{record.firstName | default: "there"}}`. A variable is a path of names; nothing in it
 * is run, only own properties of plain data are read, and what is not there is blank. Pure.
 */

import { addDays, isDay } from '../../../kernel/days.ts';

const VARIABLE = /\{\{([^{}]*)\}\}/g;
const PATH = /^[A-Za-z_][\w-]*(?:\.(?:[A-Za-z_][\w-]*|\d+))*$/;
const FILTER = /^(upper|lower|trim|json|date|plus|default)\s*(?::\s*"([^"]*)")?$/;
const DAY_MS = 86_400_000;
/** The most that a text may grow to. */
const MAX_LENGTH = 100_000;

export interface Variable {
  /** As it stands in the text, without the braces. */
  source: string;
  path: string;
  filters: { name: string; argument: string | undefined }[];
}

/** The variables of a text. A broken one has the path ''. */
export function variablesOf(text: string): Variable[] {
  return [...text.matchAll(VARIABLE)].map(([, source = '']) => parse(source));
}

function parse(source: string): Variable {
  const [path = '', ...rest] = splitPipes(source).map((part) => part.trim());
  const filters = rest.map((part) => FILTER.exec(part));
  if (!PATH.test(path) || filters.some((filter) => !filter)) return { source: source.trim(), path: '', filters: [] };
  return {
    source: source.trim(),
    path,
    filters: filters.map((filter) => ({ name: filter![1]!, argument: filter![2] })),
  };
}

/** Splits at the bars that stand outside of quotes. */
function splitPipes(source: string): string[] {
  return source.match(/(?:"[^"]*"|[^|"])+/g) ?? [''];
}

/** The first variable that cannot be read; undefined when all can. */
export function brokenVariable(text: string): string | undefined {
  return (
    variablesOf(text).find(({ path }) => path === '')?.source ??
    (/\{\{/.test(text.replace(VARIABLE, '')) ? '{{' : undefined)
  );
}

/** The value at a path; undefined if there is none. */
export function valueAt(data: unknown, path: string): unknown {
  let value: unknown = data;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

/** The text with its variables filled in. @param data plain JSON */
export function render(text: string, data: unknown): string {
  const filled = text.replace(VARIABLE, (_, source: string) => {
    const { path, filters } = parse(source);
    if (path === '') return '';
    const value = filters.reduce<unknown>((present, filter) => apply(filter, present), valueAt(data, path));
    return asText(value);
  });
  return filled.slice(0, MAX_LENGTH);
}

function apply({ name, argument }: Variable['filters'][number], value: unknown): unknown {
  switch (name) {
    case 'upper':
      return asText(value).toUpperCase();
    case 'lower':
      return asText(value).toLowerCase();
    case 'trim':
      return asText(value).trim();
    case 'json':
      return JSON.stringify(value ?? null);
    case 'date':
      return dateText(value, argument);
    case 'plus':
      return later(value, Number(argument));
    default:
      return asText(value) === '' ? (argument ?? '') : value;
  }
}

/** `2026-11-21`; of a moment with a zone, the day that it is there. A day is the same everywhere. */
function dateText(value: unknown, zone = 'UTC'): string {
  if (typeof value === 'string' && isDay(value)) return value;
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(time)) return asText(value);
  try {
    return new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    }).format(time);
  } catch {
    return new Date(time).toISOString().slice(0, 10);
  }
}

/** A day or a moment so many days later; anything else stays as it is. */
function later(value: unknown, days: number): unknown {
  if (typeof value !== 'string' || !Number.isInteger(days) || Math.abs(days) > 36_500) return value;
  if (isDay(value)) return addDays(value, days);
  const time = Date.parse(value);
  return Number.isNaN(time) ? value : new Date(time + days * DAY_MS).toISOString();
}

const IN_DAYS = /^\{\{\s*today\s*\|\s*plus:\s*"(-?\d{1,5})"\s*\}\}$/;

/** The text for the day that lies so many days ahead of the run's. */
export const inDays = (days: number): string => `{{today | plus: "${days}"}}`;

/** How many days ahead a text lies that `inDays` made; undefined for another. */
export function daysAhead(text: string): number | undefined {
  const found = IN_DAYS.exec(text.trim());
  return found ? Number(found[1]) : undefined;
}

function asText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(asText).join(', ');
  if (typeof value === 'object')
    return 'name' in value ? asText(value.name) : 'value' in value ? asText(value.value) : JSON.stringify(value);
  return JSON.stringify(value);
}
