/** The month of free times that visitors choose from, as data and as a part of a page. It needs no script. */
import { addDays, dayAt, isDay, monthStart, startOfDay, weekStart } from '../../../kernel/days.ts';
import { isTimeZone } from '../../../kernel/wall-clock.ts';
import { asSystem, inWorkspace, query } from '../../../server/db/index.ts';
import { html, type Html } from '../../../server/public/html.ts';
import { offeredStarts } from '../engine/slots.ts';
import { holdOf } from './holds.ts';
import { attendOf, readHosts, slotRequests } from './hours.ts';
import { type StoredType, TYPE_COLUMNS } from './types.ts';

export type PublicType = StoredType & { workspaceId: string };

/** The type of a public address, or of a booking; by `slug` only where its page is on. */
export async function publicType(column: 'slug' | 'id', value: string): Promise<PublicType | undefined> {
  const [type] = await asSystem(() =>
    query<PublicType>(
      `select ${TYPE_COLUMNS}, t.workspace_id as "workspaceId" from booking_types t
        join workspaces w on w.id = t.workspace_id and w.archived_at is null
        where t.${column} = $1 and t.deleted_at is null ${column === 'slug' ? 'and t.is_active' : ''}`,
      [value],
    ),
  );
  return type;
}

/** Everything that the page of times shows. */
export interface Times {
  type: PublicType;
  /** Names of the hosts who can be booked. */
  hosts: string[];
  zone: string;
  /** First day of the month, in the zone. */
  month: string;
  /** The month before and the one after, where times can be booked there. */
  earlier: string | null;
  later: string | null;
  /** Free starts by day of the zone. */
  days: ReadonlyMap<string, number[]>;
  /** The day whose times are listed; null where the month has none. */
  day: string | null;
  /** Start that the visitor chose. */
  at: number | null;
}

/** A chosen start in milliseconds, as a link says it. */
export function startOf(text: string | undefined): number | null {
  const at = Number(text);
  return Number.isSafeInteger(at) && at > 0 && at < 8e15 ? at : null;
}

/** @param except a booking that is about to move */
export function readTimes(
  type: PublicType,
  fields: Readonly<Record<string, string>>,
  except: string | null,
): Promise<Times> {
  return inWorkspace(type.workspaceId, null, async () => {
    const hosts = await readHosts(type.hostIds);
    const asked = fields['zone'] ?? '';
    const zone = isTimeZone(asked) ? asked : (hosts[0]?.hours.zone ?? 'UTC');
    const today = dayAt(new Date(), zone);
    const last = monthStart(addDays(today, type.horizonDays));
    const first = monthStart(today);
    const wantedDay = isDay(fields['day'] ?? '') ? fields['day']! : null;
    const named = isDay(`${fields['month'] ?? ''}-01`) ? `${fields['month']!}-01` : wantedDay && monthStart(wantedDay);
    const wanted = named !== null && named >= first && named <= last ? named : null;
    let month = wanted ?? first;
    const own = { except, hold: holdOf(fields) };
    let days = await monthOf(type, month, zone, own);
    // Without a requested month, the first one with free times.
    const until = wanted ?? last;
    while (days.size === 0 && month < until) {
      month = monthStart(month, 1);
      days = await monthOf(type, month, zone, own);
    }
    return {
      type,
      hosts: hosts.map(({ name }) => name),
      zone,
      month,
      earlier: month > first ? monthStart(month, -1) : null,
      later: month < last ? monthStart(month, 1) : null,
      days,
      day: wantedDay && days.has(wantedDay) ? wantedDay : ([...days.keys()][0] ?? null),
      at: startOf(fields['at']),
    };
  });
}

async function monthOf(
  type: PublicType,
  month: string,
  zone: string,
  own: { except: string | null; hold: string | null },
) {
  const from = Math.max(Date.parse(startOfDay(month, zone)), Date.now());
  const to = Date.parse(startOfDay(monthStart(month, 1), zone));
  if (from >= to) return new Map<string, number[]>();
  const requests = await slotRequests(type, [from, to], own);
  return Map.groupBy(offeredStarts(requests, attendOf(type)), (at) => dayAt(new Date(at), zone));
}

export const clockText = (at: number, zone: string) =>
  new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone: zone }).format(at);

const words = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
  return (day: string) => format.format(new Date(`${day}T00:00Z`));
};
const monthWords = words({ month: 'long', year: 'numeric' });
const longDay = words({ weekday: 'long', month: 'long', day: 'numeric' });
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** The part of the address after `?`; what is null is left out. */
export function search(fields: Readonly<Record<string, string | number | null>>): string {
  const given = Object.entries(fields).flatMap(([name, value]) =>
    value === null ? [] : [[name, String(value)] as [string, string]],
  );
  return `?${new URLSearchParams(given).toString()}`;
}

function monthTable({ month, days, day, zone }: Times, keep: (more: Record<string, string>) => string): Html {
  const weeks: string[][] = [];
  // Weeks that are over only push the free days down a phone's screen.
  const thisWeek = weekStart(dayAt(new Date(), zone));
  const first = weekStart(month);
  for (let monday = first < thisWeek ? thisWeek : first; monday < monthStart(month, 1); monday = addDays(monday, 7))
    weeks.push(Array.from({ length: 7 }, (_, n) => addDays(monday, n)));
  const cell = (one: string) => {
    if (!one.startsWith(month.slice(0, 7))) return html`<td></td>`;
    const starts = days.get(one);
    const number = Number(one.slice(8));
    if (!starts) return html`<td><span class="soft">${number}</span></td>`;
    const label = `${longDay(one)}, ${starts.length === 1 ? '1 time' : `${starts.length} times`}`;
    return html`<td><a href="${keep({ day: one })}" aria-label="${label}"${one === day && html` aria-current="date"`}>${number}</a></td>`;
  };
  return html`<table class="month"><thead><tr>${WEEKDAYS.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
    <tbody>${weeks.map((week) => html`<tr>${week.map(cell)}</tr>`)}</tbody></table>`;
}

const zones = Intl.supportedValuesOf('timeZone');

const hiddenFields = (fields: Readonly<Record<string, string | null>>) =>
  Object.entries(fields).map(
    ([name, value]) => value !== null && html`<input type="hidden" name="${name}" value="${value}">`,
  );

function zoneChoice({ zone }: Times, kept: Readonly<Record<string, string | null>>): Html {
  const names = zones.includes(zone) ? zones : [zone, ...zones];
  return html`<form method="get">${hiddenFields(kept)}
    <div class="field"><label for="zone">Time zone</label>
      <select id="zone" name="zone" data-zone>${names.map((name) => html`<option value="${name}"${name === zone && html` selected`}>${name.replaceAll('_', ' ')}</option>`)}</select></div>
    <button class="quiet">Change time zone</button></form>`;
}

/**
 * The month, the times of a day, and the time zone.
 * @param kept further parts of the address that every link keeps
 * @param hold address of the form that holds a chosen start; absent: times are links that choose one
 */
export function timesPart(times: Times, kept: Readonly<Record<string, string | null>>, hold?: `/p/${string}`): Html {
  const { zone, month, earlier, later, days, day } = times;
  const link = (more: Readonly<Record<string, string | number | null>>) => search({ ...kept, zone, ...more });
  const monthLink = (to: string, label: string) =>
    html`<a href="${link({ month: to.slice(0, 7) })}" aria-label="${label}: ${monthWords(to)}">${label}</a>`;
  return html`<div class="row between"><h2 id="month">${monthWords(month)}</h2>
      <p class="row">${earlier && monthLink(earlier, 'Previous')}${later && monthLink(later, 'Next')}</p></div>
    ${monthTable(times, (more) => link(more))}
    ${
      day === null
        ? html`<p class="notice" role="status">No times are free in ${monthWords(month)}.</p>`
        : html`<h2 id="times">${longDay(day)}</h2>
        ${
          hold
            ? html`<form method="post" action="${hold}">${hiddenFields({ ...kept, act: 'hold', zone, day })}<ul class="times">${days.get(day)!.map((at) => html`<li><button class="quiet" name="at" value="${String(at)}">${clockText(at, zone)}</button></li>`)}</ul></form>`
            : html`<ul class="times">${days.get(day)!.map((at) => html`<li><a class="button quiet" href="${link({ day, at })}">${clockText(at, zone)}</a></li>`)}</ul>`
        }`
    }
    ${zoneChoice(times, { ...kept, day })}`;
}
