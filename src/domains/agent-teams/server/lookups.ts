/** Work of agents that needs no model: reading and preparing, always in the same way. */
import { AppError } from '../../../kernel/errors.ts';
import { currentWorkspaceId, query } from '../../../server/db/index.ts';
import { callRoute } from '../../../server/http/call-route.ts';
import type { Caller } from '../../../server/http/caller.ts';
import { findRoute } from '../../../server/http/route.ts';
import { KINDS } from '../../../records/contract/kinds.ts';
import { activities, type DuplicatePair, duplicatePairs, MERGE_CALLS } from '../../crm/contract.ts';
import type { Source, Subject } from '../contract.ts';
import { type Act, saveText } from './acts.ts';
import { WEEK_FIGURES } from './week-figures.ts';

export interface LookContext {
  caller: Caller;
  subject: Subject | null;
  /** The previous agent's answer. */
  said: string;
  teamName: string;
}

export interface Found {
  text: string;
  acts: Act[];
}

const SURE = 80;
const MAX_PAIRS = 20;

export const lookups: Record<Source, (context: LookContext) => Promise<Found>> = {
  record: readSubject,
  week: readWeek,
  duplicates: findPairs,
  save: ({ said, subject, teamName }) => {
    if (!said.trim()) throw new AppError('validation', 'There is nothing to save: no agent before it said anything.');
    return Promise.resolve({ text: said, acts: [saveText(teamName, said, subject)] });
  },
};

async function get<T>(path: string, caller: Caller, given: { params?: unknown; query?: unknown }): Promise<T> {
  const route = findRoute('GET', path);
  if (!route) throw new AppError('gone', 'This version no longer knows this call.');
  return (await callRoute(route, caller, { params: {}, query: {}, ...given })) as T;
}

/** Fields that say something, without ids and stamps. */
function filledLines(record: Record<string, unknown>): string[] {
  return Object.entries(record).flatMap(([name, value]) => {
    if (/id$|version|rank|At$|By$|custom|readers/i.test(name)) return [];
    const shown = (Array.isArray(value) ? value : [value]).map(plainText).filter(Boolean).join(', ');
    return shown === '' ? [] : [`- ${name}: ${shown}`];
  });
}

/** A value as text; of an object its name, or its texts. */
function plainText(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value).trim();
  if (typeof value !== 'object' || value === null) return '';
  if ('name' in value && typeof value.name === 'string') return value.name;
  return Object.values(value)
    .filter((one): one is string => typeof one === 'string')
    .join(' ');
}

async function readSubject({ caller, subject }: LookContext): Promise<Found> {
  if (!subject) throw new AppError('validation', 'Choose the record that this run is about.');
  const kind = KINDS[subject.type];
  const record = await get<Record<string, unknown>>(`${kind.path}/{id}`, caller, { params: { id: subject.id } });
  const history = await get<{ items: { type: string; subject: string; body: string; createdAt: string }[] }>(
    activities.list.path,
    caller,
    { query: { [`${subject.type}Id`]: subject.id, limit: 20 } },
  );
  const said = history.items.map(
    ({ type, subject: title, body, createdAt }) =>
      `- ${createdAt.slice(0, 10)} ${type}: ${title}. ${body.slice(0, 400)}`,
  );
  const text = [
    `The ${kind.one}:`,
    ...filledLines(record),
    '',
    said.length > 0 ? 'History:' : 'No activities yet.',
    ...said,
  ].join('\n');
  return { text, acts: [] };
}

async function readWeek({ subject }: LookContext): Promise<Found> {
  const company = subject?.type === 'company' ? subject.id : null;
  const [row] = await query<{ name: string; done: number; mails: number; calls: number; meetings: number }>(
    WEEK_FIGURES.activities,
    [currentWorkspaceId(), company],
  );
  const deals = await query<{ currency: string; opened: number; won: number; lost: number; won_amount: string }>(
    WEEK_FIGURES.deals,
    [currentWorkspaceId(), company],
  );
  const [leads] = company ? [undefined] : await query<{ count: number }>(WEEK_FIGURES.leads, [currentWorkspaceId()]);
  const text = [
    `Last seven days${row?.name ? ` with ${row.name}` : ''}`,
    `- Activities completed: ${row?.done ?? 0} (${row?.calls ?? 0} calls, ${row?.meetings ?? 0} meetings, ${row?.mails ?? 0} emails)`,
    ...(leads ? [`- New leads: ${leads.count}`] : []),
    ...(deals.length === 0 ? ['- Opportunities: none opened or closed'] : []),
    ...deals.map(
      ({ currency, opened, won, lost, won_amount: amount }) =>
        `- Opportunities in ${currency}: ${opened} opened, ${won} won (${currency} ${amount}), ${lost} lost`,
    ),
  ].join('\n');
  return { text, acts: [] };
}

async function findPairs({ caller }: LookContext): Promise<Found> {
  const { items } = await get<{ items: DuplicatePair[] }>(duplicatePairs.list.path, caller, {
    query: { min: SURE, limit: MAX_PAIRS },
  });
  // A lead that is a contact already is converted by a person, not merged. A record is merged once in a run.
  const taken = new Set<string>();
  const acts = items.flatMap((pair): Act[] => {
    if (pair.kind === 'lead_contact' || taken.has(pair.keep.id) || taken.has(pair.other.id)) return [];
    taken.add(pair.keep.id).add(pair.other.id);
    return [
      {
        title: `Merge ${KINDS[pair.kind].many}: ${pair.keep.name}`,
        lines: [
          { label: 'Stays', value: sideWords(pair.keep) },
          { label: 'Is merged into it', value: sideWords(pair.other) },
          { label: 'Score', value: `${pair.score} of 100` },
        ],
        call: {
          method: 'POST',
          path: MERGE_CALLS[pair.kind].merge.path,
          body: {
            keepId: pair.keep.id,
            keepVersion: pair.keep.version,
            mergeId: pair.other.id,
            mergeVersion: pair.other.version,
          },
        },
      },
    ];
  });
  const text =
    acts.length === 0
      ? `No pair scores ${SURE} or more. Pairs below that are for people: see Duplicates.`
      : `Found ${acts.length} ${acts.length === 1 ? 'pair' : 'pairs'} that score ${SURE} or more:\n${acts.map(({ title }) => `- ${title}`).join('\n')}`;
  return { text, acts };
}

const sideWords = ({ name, values }: DuplicatePair['keep']) =>
  [name, ...values.slice(0, 4).map(({ field, value }) => `${field} ${value}`)].join(' · ');
