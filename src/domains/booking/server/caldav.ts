/** A client of CalDAV servers: finds a person's calendars, reads their events, and writes bookings. All of it guarded. */
import { AppError } from '../../../kernel/errors.ts';
import { OutgoingError, outgoingUrlProblem, sendOutgoing } from '../../../server/http-client/client.ts';
import { dns } from '../../../server/dns/resolver.ts';
import {
  type DavResource,
  eventsQuery,
  FIND_CALENDARS,
  FIND_HOME,
  FIND_PRINCIPAL,
  FIND_STATE,
  hrefIn,
  isEventCalendar,
  isWritable,
  readMultistatus,
  textOf,
} from '../engine/dav.ts';

export interface DavAccount {
  username: string;
  password: string;
}

export interface FoundCalendar {
  name: string;
  url: string;
  writable: boolean;
}

const TIMEOUT = 20_000;
const MAX_BYTES = 10 * 1_048_576;
const MAX_REDIRECTS = 4;
const MAX_FOUND = 50;

interface Ask {
  method: 'PROPFIND' | 'REPORT' | 'PUT' | 'DELETE';
  body?: string;
  depth?: '0' | '1';
  type?: string;
}

const unavailable = (message: string) => new AppError('unavailable', message);

/** Sends a request; redirects are followed, never from https to http. @throws AppError `unavailable` */
async function ask(address: string, { username, password }: DavAccount, { method, body, depth, type }: Ask) {
  let url = address;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const problem = outgoingUrlProblem(url);
    if (problem !== undefined) throw unavailable(problem);
    const answer = await sendOutgoing({
      url,
      method,
      timeout: TIMEOUT,
      maxBytes: MAX_BYTES,
      headers: {
        authorization: `Basic ${Buffer.from(`${username}:${password}`, 'utf8').toString('base64')}`,
        ...(depth && { depth }),
        ...(body !== undefined && { 'content-type': type ?? 'application/xml; charset=utf-8' }),
      },
      ...(body !== undefined && { body }),
    }).catch((error: unknown) => {
      if (error instanceof OutgoingError) throw unavailable(error.message);
      throw error;
    });
    const next = answer.headers['location'];
    if (answer.status >= 300 && answer.status < 400 && next) {
      url = follow(url, next);
      continue;
    }
    if (answer.status === 401)
      throw unavailable('The calendar server refused the username and password. Some need an app password.');
    if (answer.cut) throw unavailable('The calendar is larger than 10 MB.');
    return { url, status: answer.status, text: Buffer.from(answer.body).toString('utf8') };
  }
  throw unavailable('The address leads on too often.');
}

/** An address that a server gave. The password must not travel without encryption where it did so far. */
function follow(from: string, to: string): string {
  const next = new URL(to, from);
  if (from.startsWith('https:') && next.protocol !== 'https:')
    throw unavailable('The calendar server leads to an address without encryption.');
  return next.href;
}

/** @returns undefined where the address is no WebDAV resource */
async function properties(
  url: string,
  account: DavAccount,
  body: string,
  depth: '0' | '1' = '0',
): Promise<{ url: string; resources: DavResource[] } | undefined> {
  const answer = await ask(url, account, { method: 'PROPFIND', body, depth });
  if (answer.status !== 207) return undefined;
  try {
    return { url: answer.url, resources: readMultistatus(answer.text) };
  } catch (error) {
    if (error instanceof RangeError) throw unavailable('The answer of the calendar server is too large.');
    throw error;
  }
}

/** Where to look for an account: the address itself, then the well-known one, then what the DNS says (RFC 6764). */
async function* startingPoints(address: string): AsyncGenerator<string> {
  const text = address.trim();
  const domain = /^[^\s@/]+@([^\s@/]+)$/.exec(text)?.[1] ?? (/^[a-z0-9.-]+(:\d+)?$/i.test(text) ? text : undefined);
  const url = domain === undefined ? text : `https://${domain}/`;
  if (!URL.canParse(url)) return;
  if (domain === undefined) yield url;
  yield new URL('/.well-known/caldav', url).href;
  const host = new URL(url).hostname;
  if (domain !== undefined) {
    const [record] = (await dns().srv(`_caldavs._tcp.${host}`)).toSorted((a, b) => a.priority - b.priority);
    if (record && record.name !== '.' && record.name !== '') {
      const path = (await dns().txt(`_caldavs._tcp.${host}`))
        .map((one) => /^path=(\/.*)$/.exec(one)?.[1])
        .find(Boolean);
      yield `https://${record.name.replace(/\.$/, '')}:${record.port}${path ?? '/.well-known/caldav'}`;
    }
  }
  if (domain !== undefined || new URL(url).pathname !== '/') yield new URL('/', url).href;
}

/**
 * The calendars of an account that hold events.
 * @param address of the server, of an account or calendar there, or an email address
 * @throws AppError `unavailable` saying why there is none
 */
export async function findCalendars(address: string, account: DavAccount): Promise<FoundCalendar[]> {
  let problem: AppError | undefined;
  for await (const start of startingPoints(address)) {
    try {
      const found = await calendarsFrom(start, account);
      if (found.length > 0) return found;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      problem ??= error;
      // A password that is wrong at one address is wrong at the next, and servers lock accounts.
      if (error.message.includes('refused the username')) break;
    }
  }
  throw problem ?? unavailable('No calendar was found there. Enter the CalDAV address of your calendar service.');
}

async function calendarsFrom(start: string, account: DavAccount): Promise<FoundCalendar[]> {
  const entry = await properties(start, account, FIND_PRINCIPAL);
  const [first] = entry?.resources ?? [];
  if (!entry || !first) return [];
  const list = async (url: string) => {
    const found = await properties(url, account, FIND_CALENDARS, '1');
    return (found?.resources ?? [])
      .filter(isEventCalendar)
      .map((one) => ({
        name:
          textOf(one, 'displayname').slice(0, 80) ||
          decodeURIComponent(one.href.replace(/\/$/, '').split('/').at(-1) ?? ''),
        url: follow(found!.url, one.href),
        writable: isWritable(one),
      }));
  };
  const principal = hrefIn(first, 'current-user-principal');
  const home =
    hrefIn(first, 'calendar-home-set') ?? (principal && (await homeOf(follow(entry.url, principal), account)));
  const found = await list(home ? follow(entry.url, home) : entry.url);
  return found.slice(0, MAX_FOUND);
}

async function homeOf(principal: string, account: DavAccount): Promise<string | undefined> {
  const found = await properties(principal, account, FIND_HOME);
  const href = found?.resources[0] && hrefIn(found.resources[0], 'calendar-home-set');
  return href && follow(found!.url, href);
}

/** What changes with each change of the calendar; empty where the server does not say. */
export async function calendarState(url: string, account: DavAccount): Promise<string> {
  const [found] = (await properties(url, account, FIND_STATE))?.resources ?? [];
  return found ? textOf(found, 'getctag') || textOf(found, 'sync-token') : '';
}

/** The events of a calendar that touch a time, each an iCalendar text. @throws AppError `unavailable` */
export async function readEvents(
  url: string,
  account: DavAccount,
  span: readonly [from: number, until: number],
): Promise<string[]> {
  const answer = await ask(url, account, { method: 'REPORT', body: eventsQuery(span), depth: '1' });
  if (answer.status !== 207) throw unavailable(`The calendar server answered ${answer.status}.`);
  try {
    return readMultistatus(answer.text).flatMap((one) => textOf(one, 'calendar-data') || []);
  } catch (error) {
    if (error instanceof RangeError) throw unavailable('The answer of the calendar server is too large.');
    throw error;
  }
}

/** Writes an event, in place of the one with the same name. @throws AppError `unavailable` */
export async function putEvent(calendar: string, account: DavAccount, name: string, text: string): Promise<void> {
  const { status } = await ask(resourceOf(calendar, name), account, {
    method: 'PUT',
    body: text,
    type: 'text/calendar; charset=utf-8',
  });
  if (status < 200 || status > 299) throw unavailable(`The calendar server answered ${status}.`);
}

/** Takes an event out; one that is gone already is fine. @throws AppError `unavailable` */
export async function deleteEvent(calendar: string, account: DavAccount, name: string): Promise<void> {
  const { status } = await ask(resourceOf(calendar, name), account, { method: 'DELETE' });
  if ((status < 200 || status > 299) && status !== 404 && status !== 410)
    throw unavailable(`The calendar server answered ${status}.`);
}

const resourceOf = (calendar: string, name: string) =>
  new URL(`${encodeURIComponent(name)}.ics`, calendar.endsWith('/') ? calendar : `${calendar}/`).href;
