/** Puts the events of a batch into visits and works out what they add to every figure. Pure: the writer stores the result. */
import { newId } from '../../../kernel/ids.ts';
import { decimal, type Decimal, ZERO } from '../../../kernel/money/index.ts';
import { DIRECT, type Origin } from './channel.ts';
import { matchesGoal, type Props } from './payload.ts';
import { type Dimension, type Figures, Rollup, type ValueLimit } from './rollup.ts';
import type { Client } from './user-agent.ts';
import { continues, type EventKind, step, type Visit } from './visits.ts';

export interface Goal {
  id: string;
  kind: EventKind;
  matches: string;
  worth: string | null;
}

/** What the writer knows of a website. */
export interface CountedSite {
  id: string;
  workspaceId: string;
  goals: readonly Goal[];
  /** ISO day and hour (`00` to `23`) in the site's zone. */
  clock: (at: number) => { day: string; hour: string };
}

export interface CountedEvent {
  id: string;
  /** The sender chose id and time, so it may come again. */
  repeatable?: boolean;
  site: CountedSite;
  at: number;
  kind: EventKind;
  name: string;
  path: string;
  origin: Origin | undefined;
  client: Client;
  props: Props | undefined;
  revenue: string | undefined;
  /** The visitor agreed to an identifier. */
  known: boolean;
  visitorId: string;
  /** Who the visitor was before: with yesterday's salt, or without an identifier. */
  formerId: string | undefined;
}

export interface StoredVisit extends Visit {
  site: CountedSite;
  known: boolean;
  client: Client;
  revenue: Decimal;
  contactId: string | null;
  /** Absent from the database so far. */
  isNew: boolean;
  /** It became a visit of a visitor with an identifier, by its beginning or by their consent. */
  recognized: boolean;
}

export interface StoredEvent {
  event: CountedEvent;
  visitId: string;
  visitorId: string;
  revenue: string | null;
}

export interface Batch {
  events: StoredEvent[];
  /** Changed or new, by id. */
  visits: StoredVisit[];
  rollup: Rollup;
  /** Visitors who agreed to an identifier during a visit, with who they were before. */
  renamed: { siteId: string; from: string; to: string }[];
}

/** Key under which the visits of a visitor are looked up. */
export const visitorKey = (siteId: string, visitorId: string): string => `${siteId} ${visitorId}`;

/**
 * @param known visits of these visitors around the time of the events, by `visitorKey`; they change in place
 */
export function assignVisits(
  events: readonly CountedEvent[],
  known: Map<string, StoredVisit[]>,
  limit: ValueLimit,
  contactOf: (siteId: string, visitorId: string) => string | null = () => null,
): Batch {
  const rollup = new Rollup(limit);
  const stored: StoredEvent[] = [];
  const renamed: Batch['renamed'] = [];
  const touched = new Map<string, StoredVisit>();
  for (const event of events.toSorted((one, other) => one.at - other.at)) {
    const { site } = event;
    const own = visitsOf(known, site.id, event.visitorId);
    const found = own.find((visit) => continues(visit, event.at)) ?? formerVisit(event, known, own, renamed);
    const visit = found ?? begin(event, contactOf(site.id, event.visitorId));
    const { day } = site.clock(event.at);
    const figures: Partial<Figures> = {};
    if (!found) {
      figures.visits = 1;
      if (!own.some((one) => site.clock(one.startedAt).day === day)) figures.visitors = 1;
      own.unshift(visit);
    }
    touched.set(visit.id, visit);
    const revenue = count(event, visit, day, figures, rollup);
    stored.push({ event, visitId: visit.id, visitorId: visit.visitorId, revenue });
  }
  const visits = [...touched.values()].toSorted((one, other) => (one.id < other.id ? -1 : 1));
  return { events: stored, visits, rollup, renamed };
}

function visitsOf(known: Map<string, StoredVisit[]>, siteId: string, visitorId: string): StoredVisit[] {
  const key = visitorKey(siteId, visitorId);
  const found = known.get(key);
  if (found) return found;
  const none: StoredVisit[] = [];
  known.set(key, none);
  return none;
}

/** A visit that goes on though the visitor is called otherwise by now: midnight has passed, or they agreed to an id. */
function formerVisit(
  { site, formerId, at, known, visitorId }: CountedEvent,
  all: Map<string, StoredVisit[]>,
  own: StoredVisit[],
  renamed: Batch['renamed'],
): StoredVisit | undefined {
  if (formerId === undefined) return undefined;
  const former = visitsOf(all, site.id, formerId);
  const place = former.findIndex((visit) => continues(visit, at));
  const visit = former[place];
  if (!visit || visit.known) return undefined;
  if (known) {
    former.splice(place, 1);
    own.unshift(visit);
    visit.visitorId = visitorId;
    visit.known = true;
    visit.recognized = true;
    renamed.push({ siteId: site.id, from: formerId, to: visitorId });
  }
  return visit;
}

function begin({ site, at, known, visitorId, origin, client }: CountedEvent, contactId: string | null): StoredVisit {
  return {
    id: newId(),
    site,
    visitorId,
    known,
    client,
    startedAt: at,
    lastAt: at,
    pageviews: 0,
    events: 0,
    touches: 1,
    entryPath: '',
    exitPath: '',
    origin: origin ?? DIRECT,
    goals: [],
    revenue: ZERO,
    contactId,
    isNew: true,
    recognized: known,
  };
}

/** Counts one event everywhere. @returns what it is worth */
function count(
  event: CountedEvent,
  visit: StoredVisit,
  day: string,
  figures: Partial<Figures>,
  rollup: Rollup,
): string | null {
  const { site, kind, name, path, at } = event;
  const entered = visit.entryPath;
  const moved = step(visit, event);
  const isPage = kind === 'page';
  figures.bounces = moved.bounces;
  figures.seconds = moved.seconds;
  figures[isPage ? 'pageviews' : 'events'] = 1;
  const revenue = reachGoals(event, visit, day, figures, rollup);
  if (revenue) {
    figures.revenue = decimal(revenue);
    visit.revenue = visit.revenue.plus(figures.revenue);
  }
  const add = (dimension: Dimension, value: string, some: Partial<Figures> = figures) =>
    rollup.add(site, day, dimension, value, some);
  add('all', '');
  add('hour', site.clock(at).hour);
  add('channel', visit.origin.channel);
  add('source', visit.origin.source);
  if (visit.origin.campaign) add('campaign', visit.origin.campaign);
  add('device', visit.client.device);
  add('browser', visit.client.browser);
  add('os', visit.client.os);
  if (visit.entryPath) {
    // A visit that began with an event has no entry page before its first view.
    add('entry', visit.entryPath, entered ? figures : { ...figures, visits: 1 });
  }
  if (isPage) {
    add('page', path, { pageviews: 1 });
    if (moved.exitWas !== undefined) {
      if (moved.exitWas) add('exit', moved.exitWas, { visits: -1 });
      add('exit', visit.exitPath, { visits: 1 });
    }
  } else add(kind, name, { events: 1, ...(figures.revenue && { revenue: figures.revenue }) });
  return revenue;
}

/** Marks the goals that the event reaches. @returns what it is worth: the event's own amount, else the goals' */
function reachGoals(
  event: CountedEvent,
  visit: StoredVisit,
  day: string,
  figures: Partial<Figures>,
  rollup: Rollup,
): string | null {
  const reached = event.site.goals.filter(
    (goal) => goal.kind === event.kind && matchesGoal(goal.matches, event.kind === 'page' ? event.path : event.name),
  );
  let worth: Decimal | undefined = event.revenue === undefined ? undefined : decimal(event.revenue);
  if (reached.length > 0) {
    figures.goals = reached.length;
    if (visit.goals.length === 0) figures.converted = 1;
  }
  for (const goal of reached) {
    const first = !visit.goals.includes(goal.id);
    if (first) visit.goals.push(goal.id);
    const own = event.revenue ?? goal.worth;
    rollup.add(event.site, day, 'goal', goal.id, {
      goals: 1,
      converted: Number(first),
      ...(own !== null && { revenue: decimal(own) }),
    });
    if (event.revenue === undefined && goal.worth !== null) worth = (worth ?? ZERO).plus(decimal(goal.worth));
  }
  return worth === undefined ? null : worth.toFixed();
}
