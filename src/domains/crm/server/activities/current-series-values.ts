/** Default values of a series today: people leave, and records are merged. */
import { query } from '../../../../server/db/index.ts';
import type { ActivityData } from '../../engine/activities/activity-data.ts';
import { mergedInto } from '../../../../records/server/merge/merged-into.ts';
import { presentPeople } from '../../../../records/server/workspace.ts';
import type { Guest } from './write.ts';

interface Begun {
  id: string;
  template: { data: ActivityData; guests: Guest[] };
}

/**
 * Series with an owner who is here, attendees who are, and the records that those of the template were merged into.
 * What someone owned who has left belongs to whoever its next occurrence was handed to.
 */
export async function seriesOfToday<S extends Begun>(all: readonly S[]): Promise<S[]> {
  if (all.length === 0) return [];
  const here = await presentPeople(
    all.flatMap(({ template: { data, guests } }) => [data.ownerId, ...guests.map(({ userId }) => userId)]),
  );
  const isGone = (id: string | null) => id !== null && !here.has(id);
  const heirs = await heirsOf(all.filter(({ template }) => isGone(template.data.ownerId)).map(({ id }) => id));
  const into = await mergedInto(
    all.flatMap(({ template: { data, guests } }) => [
      data.contactId,
      data.companyId,
      data.leadId,
      ...guests.map(({ contactId }) => contactId),
    ]),
  );
  return all.map((series) => {
    const { data, guests } = series.template;
    const links = { contactId: into(data.contactId), companyId: into(data.companyId), leadId: into(data.leadId) };
    const attending = guests
      .filter(({ userId }) => !isGone(userId))
      .map((guest) => ({ ...guest, contactId: into(guest.contactId) }));
    return {
      ...series,
      template: {
        data: { ...data, ...links, ownerId: isGone(data.ownerId) ? (heirs.get(series.id) ?? null) : data.ownerId },
        guests: attending,
      },
    };
  });
}

/**
 * Current owners of the last occurrence of each series, if active. The next occurrence always has a row, so it was
 * reassigned with the others.
 */
async function heirsOf(ids: readonly string[]): Promise<Map<string, string | null>> {
  if (ids.length === 0) return new Map();
  const rows = await query<{ id: string; owner: string | null }>(
    `select distinct on (a.series_id) a.series_id as id, p.id as owner from activities a
      left join workspace_people p on p.id = a.owner_id and p.active
     where a.series_id = any($1) and a.deleted_at is null order by a.series_id, a.occurs desc`,
    [ids],
  );
  return new Map(rows.map(({ id, owner }) => [id, owner]));
}
