/** The last days of licenses as all-day events, for calendar programs. */
import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import { MAX_LICENSES } from '../../contract.ts';
import { WATCHED_STANDINGS } from '../../engine/licenses/license-renewal.ts';
import type { CalendarEvent } from '../../engine/icalendar.ts';
import { defineFeed } from '../calendars/feeds.ts';

interface Row {
  id: string;
  version: number;
  name: string;
  number: string;
  authority: string;
  renewal_url: string;
  expires_on: string;
  updated_at: string;
}

/** Past ones stay for a year, so that a calendar does not forget what happened. */
async function events(): Promise<CalendarEvent[]> {
  const rows = await query<Row>(
    `select id, version, name, number, authority, renewal_url, expires_on, updated_at from business_licenses
     where workspace_id = $1 and deleted_at is null and standing = any($2) and expires_on > current_date - 366
        order by expires_on, id limit ${MAX_LICENSES}`,
    [currentWorkspaceId(), WATCHED_STANDINGS],
  );
  return rows.map((row) => ({
    // Renewed, the license ends on another day: the same event moves there.
    uid: `license-${row.id}@gauntlet`,
    sequence: row.version,
    changedAt: row.updated_at,
    start: { day: row.expires_on },
    free: true,
    summary: `${row.name} expires`,
    description: [row.number, row.authority].filter(Boolean).join(', '),
    ...(row.renewal_url ? { url: row.renewal_url } : {}),
  }));
}

export const licensesFeed = defineFeed({ kind: 'licenses', name: 'Gauntlet: licenses', events });
