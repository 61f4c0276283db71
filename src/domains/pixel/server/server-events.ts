/** Events that a customer's own server sends with an API key. */
import { createHmac, randomUUID } from 'node:crypto';
import type { BodyOf } from '../../../kernel/endpoint.ts';
import { AppError, invalid, notFound } from '../../../kernel/errors.ts';
import { currentWorkspaceId } from '../../../server/db/index.ts';
import { deriveKey } from '../../../server/secrets/secrets.ts';
import type { pixelReports, ServerEvent } from '../contract/reports.ts';
import type { CountedEvent } from '../engine/assign.ts';
import { readSent } from '../engine/payload.ts';
import { clientOf } from '../engine/user-agent.ts';
import { linkVisitors } from './people.ts';
import { uuidOf } from './salts.ts';
import { type OpenSite, siteById } from './site-cache.ts';
import { storeEvents } from './writer.ts';

const OLDEST = 7 * 86_400_000;
const AHEAD = 60_000;

/** @throws AppError `validation`, `not_found`, `unavailable` */
export async function storeServerEvents({
  siteId,
  events,
}: BodyOf<typeof pixelReports.send>): Promise<{ stored: number }> {
  const site = await siteById(siteId);
  if (!site || site.workspaceId !== currentWorkspaceId()) throw notFound('The website');
  const now = Date.now();
  const all = events.map((event, place) => counted(event, site, now, place));
  await storeEvents(all);
  await linkVisitors(
    events.flatMap(({ email }, place) =>
      email === undefined
        ? []
        : [
            {
              workspaceId: site.workspaceId,
              siteId: site.id,
              visitorId: all[place]!.visitorId,
              email: email.toLowerCase(),
              source: 'server' as const,
            },
          ],
    ),
  );
  return { stored: events.length };
}

function counted(event: ServerEvent, site: OpenSite, now: number, place: number): CountedEvent {
  const field = (name: string) => `events.${place}.${name}`;
  const at = event.at === undefined ? now : Date.parse(event.at);
  if (at > now + AHEAD || at < now - OLDEST) throw invalid(field('at'), 'Send events of the last 7 days.');
  if (event.kind === 'event' && event.name === '') throw invalid(field('name'), 'Name is required.');
  const { url, referrer, kind, name, props, revenue } = event;
  const sent = readSent({ k: kind, u: url, r: referrer, n: name, d: props }, site.domains);
  if (!sent || sent.kind === 'identify')
    throw new AppError('validation', 'The page belongs to another domain. Add the domain to the website first.', {
      field: field('url'),
    });
  const hash = createHmac('sha256', deriveKey('pixel-visitor')).update(`${site.id} ${event.visitor}`).digest();
  return {
    id: event.id ?? randomUUID(),
    repeatable: event.id !== undefined,
    site,
    at,
    kind: sent.kind,
    name: sent.name,
    path: sent.path,
    origin: sent.origin,
    client: clientOf(event.userAgent),
    props: sent.props,
    revenue,
    known: true,
    visitorId: uuidOf(hash),
    formerId: undefined,
  };
}
