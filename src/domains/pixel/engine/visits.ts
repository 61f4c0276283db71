/** Which visit an event belongs to, and how it changes that visit. */
import type { Origin } from './channel.ts';

/** Milliseconds without an event after which the next one begins a visit. */
export const VISIT_ENDS_AFTER = 30 * 60_000;

export type EventKind = 'page' | 'event' | 'form' | 'outbound';

/** A visit in progress. Times are epoch milliseconds. */
export interface Visit {
  id: string;
  visitorId: string;
  startedAt: number;
  lastAt: number;
  pageviews: number;
  events: number;
  touches: number;
  entryPath: string;
  exitPath: string;
  origin: Origin;
  goals: string[];
}

/** Whether an event at this time belongs to the visit: exactly 30 minutes after its last event still does. */
export function continues({ startedAt, lastAt }: Pick<Visit, 'startedAt' | 'lastAt'>, at: number): boolean {
  return at - lastAt <= VISIT_ENDS_AFTER && startedAt - at <= VISIT_ENDS_AFTER;
}

/** The change that one event makes to the figures of its visit. */
export interface VisitStep {
  /** 1 where it makes the visit a bounce, −1 where it ends being one. */
  bounces: number;
  /** Seconds by which the visit became longer. */
  seconds: number;
  /** The exit path before, where it changed. */
  exitWas: string | undefined;
}

const isBounce = ({ pageviews, events }: Visit) => pageviews === 1 && events === 0;

/** Adds an event to the visit, which changes in place. */
export function step(
  visit: Visit,
  event: { at: number; kind: EventKind; path: string; origin?: Origin | undefined },
): VisitStep {
  const first = visit.pageviews + visit.events === 0;
  const bounced = isBounce(visit);
  const exitWas = visit.exitPath;
  if (event.kind === 'page') {
    visit.pageviews++;
    if (visit.entryPath === '') visit.entryPath = event.path;
    if (event.at >= visit.lastAt || visit.exitPath === '') visit.exitPath = event.path;
  } else visit.events++;
  if (!first && event.origin && isOther(visit.origin, event.origin)) visit.touches++;
  const lasted = visit.lastAt - visit.startedAt;
  visit.startedAt = Math.min(visit.startedAt, event.at);
  visit.lastAt = Math.max(visit.lastAt, event.at);
  return {
    bounces: Number(isBounce(visit)) - Number(bounced),
    seconds: Math.round((visit.lastAt - visit.startedAt) / 1000) - Math.round(lasted / 1000),
    exitWas: visit.exitPath === exitWas ? undefined : exitWas,
  };
}

/** Another campaign or site than the visit began with; coming back directly says nothing new. */
function isOther(began: Origin, now: Origin): boolean {
  return (
    now.channel !== 'Direct' &&
    (now.source !== began.source || now.medium !== began.medium || now.campaign !== began.campaign)
  );
}
