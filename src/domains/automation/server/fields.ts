/** Converts the text that steps fill in to the CRM's input. */
import { invalid } from '../../../kernel/errors.ts';
import { ownValuesFromText } from '../../crm/index.ts';
import type { RecordName } from '../contract/definition.ts';

interface About {
  run: { subject: { type: string; id: string } | undefined };
  now: Date;
}

const LISTS = new Set(['tags']);
/** Blank, they are nothing at all. */
const EMPTIED = new Set(['expectedClose', 'forecast']);
const LINKS: Record<string, string> = {
  contact: 'contactId',
  company: 'companyId',
  lead: 'leadId',
  opportunity: 'opportunityId',
};
const DAY = 86_400_000;

/** Input as the CRM's own form would send it, without blank texts. An activity is linked to the run's record. */
export function createInput(
  kind: RecordName,
  fields: Record<string, string>,
  { run, now }: About,
): Promise<Record<string, unknown>> {
  const input: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(fields)) {
    const text = value.trim();
    if (text === '') continue;
    if (kind === 'contact' && key === 'email') input['emails'] = [{ value: text }];
    else if (kind === 'contact' && key === 'phone') input['phones'] = [{ value: text }];
    else if (key === 'dueInDays') input['dueAt'] = new Date(now.getTime() + daysOf(text) * DAY).toISOString();
    else assign(input, key, text);
  }
  const link = run.subject && LINKS[run.subject.type];
  if (kind === 'activity') {
    input['type'] ??= 'task';
    if (link && run.subject) input[link] ??= run.subject.id;
  }
  return withOwnValues(kind, input);
}

/** @throws AppError `validation` for what is no number, or lies beyond all calendars. */
function daysOf(text: string): number {
  const days = Number(text);
  if (!Number.isFinite(days) || Math.abs(days) > 36_500)
    throw invalid('dueInDays', `“${text.slice(0, 60)}” is not a number of days.`);
  return days;
}

/** Input of a bulk edit; blank text clears the field. */
export function setInput(kind: RecordName, fields: Record<string, string>): Promise<Record<string, unknown>> {
  const set: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(fields)) assign(set, key, value.trim());
  return withOwnValues(kind, set);
}

/** Own fields hold numbers, choices and yes or no; `assign` has put texts there. */
async function withOwnValues(kind: RecordName, input: Record<string, unknown>): Promise<Record<string, unknown>> {
  return input['custom']
    ? { ...input, custom: await ownValuesFromText(kind, input['custom'] as Record<string, string | null>) }
    : input;
}

function assign(input: Record<string, unknown>, key: string, text: string): void {
  if (key.startsWith('custom.'))
    input['custom'] = {
      ...(input['custom'] as object | undefined),
      [key.slice('custom.'.length)]: text === '' ? null : text,
    };
  else if (LISTS.has(key))
    input[key] = text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean);
  else input[key] = text === '' && (key.endsWith('Id') || EMPTIED.has(key)) ? null : text;
}
