/** The draft for people who may see it: members of the workspace, and holders of a signed link. */
import { AppError, notFound } from '../../../kernel/errors.ts';
import { appLink } from '../../../server/app-url.ts';
import { asSystem, selectRow } from '../../../server/db/index.ts';
import type { Caller } from '../../../server/http/caller.ts';
import { throttle } from '../../../server/http/rate-limit.ts';
import { networkOf } from '../../../server/http/request-path.ts';
import { hmac, safeEqual } from '../../../server/secrets/secrets.ts';
import type { FunnelDocument, FunnelSite } from '../contract.ts';
import { readDocument } from './document.ts';
import { findFunnel, siteOf } from './funnels.ts';

const LASTS = 7 * 24 * 3_600_000;
/** Previews that one network may open, and the seconds in which it may. */
const MOST = { count: 120, seconds: 600 };

const mark = (id: string, until: string) => hmac('funnel-preview', `${id}|${until}`).slice(0, 32);

/** @throws AppError `not_found` */
export async function sharePreview(id: string): Promise<{ url: string; expiresAt: string }> {
  await findFunnel(id);
  const expires = Date.now() + LASTS;
  const until = expires.toString(36);
  return {
    url: appLink(`/funnel-preview/${id}?token=${until}.${mark(id, until)}`),
    expiresAt: new Date(expires).toISOString(),
  };
}

function isGood(id: string, token: string): boolean {
  const [until = '', signature = ''] = token.split('.');
  return safeEqual(signature, mark(id, until)) && Number.parseInt(until, 36) > Date.now();
}

/** @throws AppError `not_found` for everybody else, and `rate_limited` */
export async function readPreview(
  id: string,
  token: string | undefined,
  caller: Caller | undefined,
  ip: string,
): Promise<{ name: string; document: FunnelDocument; site: FunnelSite; isMember: boolean }> {
  const { count, retryAfter } = await asSystem(() => throttle(`funnel-preview ${networkOf(ip)}`, MOST.seconds));
  if (count > MOST.count)
    throw new AppError('rate_limited', 'Too many previews from here. Try again later.', { retryAfter });
  const row = await asSystem(() => selectRow('funnels', ['name', 'document', 'workspaceId'], { id }));
  const isMember = row !== undefined && caller?.workspaceId === row.workspaceId && !caller.scopes;
  if (!row || (!isMember && (token === undefined || !isGood(id, token)))) throw notFound('The funnel');
  const site = await asSystem(() => siteOf(row.workspaceId));
  return { name: row.name, document: readDocument(row.document), site, isMember };
}
