/** Two entries of one person become one. */
import { currentWorkspaceId, execute, query } from '../../../../server/db/index.ts';
import { displayName } from '../../engine/contacts/contact-data.ts';
import { CONTACT_MERGE } from '../../engine/merge/rules.ts';
import { CRM } from '../../paths.ts';
import { ATTENDS_TOO, joinAttendees, type JoinedAttendees, partAttendees } from '../activities/attendees.ts';
import { movePeople } from '../opportunities/lines-and-people.ts';
import type { MergeKind } from '../../../../records/server/merge/merge.ts';
import { contactBulk, type ContactImage } from './bulk.ts';
import type { DbRow } from './rows.ts';
import { getContact } from './service.ts';

interface Part {
  opportunity_id: string;
  contact_id: string;
  role: string;
  position: number;
}

interface More {
  parts: Part[];
  attendees: JoinedAttendees;
}

export const contactMerge: MergeKind<DbRow, ContactImage> = {
  kind: 'contact',
  bulk: contactBulk,
  rules: CONTACT_MERGE,
  get: (id) => getContact(id),
  nameOf: ({ data }) => displayName(data),
  belongings: [
    { what: 'activities', table: 'activities', column: 'contact_id', counted: 'm.deleted_at is null' },
    { what: 'opportunities', table: 'opportunities', column: 'contact_id', counted: 'm.deleted_at is null' },
    { what: 'leads', table: 'leads', column: 'contact_id', counted: 'm.deleted_at is null' },
    { what: 'attendances', table: 'activity_attendees', column: 'contact_id', except: ATTENDS_TOO },
  ],
  moveMore: async (from, to): Promise<More> => ({
    parts: await moveParts(from, to),
    attendees: await joinAttendees(from, to),
  }),
  moveBack: async (moved, from, to) => {
    // Merges of earlier versions kept the parts alone.
    const { parts, attendees } = Array.isArray(moved)
      ? { parts: moved as Part[], attendees: undefined }
      : (moved as More);
    await movePartsBack(parts, from, to);
    if (attendees) await partAttendees(attendees, from, to);
  },
  paths: [CRM.contacts, CRM.companies, CRM.opportunities, CRM.activities, CRM.leads],
};

/**
 * The parts that either of the two plays where the one that goes plays one: both are needed to tell them apart again.
 */
async function moveParts(from: string, to: string): Promise<Part[]> {
  const parts = await query<Part>(
    `select opportunity_id, contact_id, role, position from opportunity_contacts
      where workspace_id = $1 and contact_id = any($2)
       and opportunity_id in (select opportunity_id from opportunity_contacts where workspace_id = $1
          and contact_id = $3)`,
    [currentWorkspaceId(), [from, to], from],
  );
  if (parts.length > 0) await movePeople(from, to);
  return parts;
}

/** Whom someone took off a deal since, or gave another role, stays as that one left it. */
async function movePartsBack(parts: readonly Part[], from: string, to: string): Promise<void> {
  const both = new Set(parts.filter((part) => part.contact_id === to).map((part) => part.opportunity_id));
  const theirs = parts.filter((part) => part.contact_id === from);
  const rows = (some: Part[]) => [currentWorkspaceId(), JSON.stringify(some), from, to];
  const list = 'json_to_recordset($2::json) as p(opportunity_id uuid, role text, position int)';
  await execute(
    `insert into opportunity_contacts (workspace_id, opportunity_id, contact_id, role, position)
     select $1, p.opportunity_id, $3, p.role, p.position from ${list}
     join opportunity_contacts kept on kept.workspace_id = $1 and kept.opportunity_id = p.opportunity_id
        and kept.contact_id = $4 on conflict do nothing`,
    rows(theirs.filter((part) => both.has(part.opportunity_id))),
  );
  // The role that the survivor was given goes back with the one it came from.
  const blank = new Set(
    parts.filter((part) => part.contact_id === to && part.role === '').map((part) => part.opportunity_id),
  );
  await execute(
    `update opportunity_contacts kept set role = '' from ${list}
      where kept.workspace_id = $1 and kept.opportunity_id = p.opportunity_id and kept.contact_id = $4
        and kept.role = p.role and $3::uuid is not null`,
    rows(theirs.filter((part) => blank.has(part.opportunity_id))),
  );
  await execute(
    `update opportunity_contacts oc set contact_id = $3 from ${list}
     where oc.workspace_id = $1 and oc.opportunity_id = p.opportunity_id and oc.contact_id = $4 and oc.role = p.role
       and not exists (select 1 from opportunity_contacts other where other.opportunity_id = oc.opportunity_id
          and other.contact_id = $3)`,
    rows(theirs.filter((part) => !both.has(part.opportunity_id))),
  );
}
