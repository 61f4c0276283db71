/** How a connected calendar is reached. Addresses and passwords are sealed. */
import { currentWorkspaceId, selectRow } from '../../../server/db/index.ts';
import { open } from '../../../server/secrets/secrets.ts';
import type { DavAccount } from './caldav.ts';

/** What a calendar's secrets are bound to. */
export const contextOf = (id: string) => `booking-calendar:${id}`;

export const davAccount = (id: string, { username, secret }: { username: string; secret: string }): DavAccount => ({
  username,
  password: open(secret, contextOf(id)),
});

export interface WritableCalendar {
  userId: string;
  /** Bookings are written into it; otherwise what was written before is only taken out. */
  writes: boolean;
  url: string;
  account: DavAccount;
}

/** A calendar of a CalDAV account; undefined for one that is gone, or only read. */
export async function writableCalendar(id: string): Promise<WritableCalendar | undefined> {
  const row = await selectRow('booking_calendars', ['userId', 'url', 'username', 'secret', 'writes'], {
    id,
    workspaceId: currentWorkspaceId(),
    kind: 'caldav',
  });
  if (!row) return undefined;
  const { userId, writes, url } = row;
  return { userId, writes, url: open(url, contextOf(id)), account: davAccount(id, row) };
}
