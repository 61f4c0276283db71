/** Which records name another one: what stands in the way of taking that one back. */

/** Kinds that can be taken back for good. */
export type ReferredKind = 'contact' | 'company' | 'lead' | 'opportunity' | 'activity';

interface Referrer {
  /** Table of the row that names it, and the column that does; the row is `r`. */
  table: string;
  column: string;
  words: string;
  /** The record that the row belongs to, where it is none itself. */
  of?: { table: string; column: string };
}

const PART: Referrer = {
  table: 'opportunity_contacts',
  column: 'contact_id',
  words: 'opportunities',
  of: { table: 'opportunities', column: 'opportunity_id' },
};
const ATTENDANCE: Referrer = {
  table: 'activity_attendees',
  column: 'contact_id',
  words: 'activities',
  of: { table: 'activities', column: 'activity_id' },
};

export const REFERRERS: Record<ReferredKind, readonly Referrer[]> = {
  contact: [
    { table: 'opportunities', column: 'contact_id', words: 'opportunities' },
    { table: 'leads', column: 'contact_id', words: 'leads' },
    { table: 'activities', column: 'contact_id', words: 'activities' },
    PART,
    ATTENDANCE,
  ],
  company: [
    { table: 'contacts', column: 'company_id', words: 'contacts' },
    { table: 'opportunities', column: 'company_id', words: 'opportunities' },
    { table: 'leads', column: 'company_id', words: 'leads' },
    { table: 'activities', column: 'company_id', words: 'activities' },
  ],
  lead: [{ table: 'activities', column: 'lead_id', words: 'activities' }],
  opportunity: [
    { table: 'activities', column: 'opportunity_id', words: 'activities' },
    { table: 'leads', column: 'opportunity_id', words: 'leads' },
  ],
  activity: [],
};

/** SQL of the id of the record behind the row `r`, and of whether that is out of the trash. */
export function referringRecord({ of }: Referrer): { id: string; living: string } {
  return of
    ? {
        id: `r.${of.column}`,
        living: `exists (select 1 from ${of.table} o where o.workspace_id = r.workspace_id and o.id = r.${of.column}
          and o.deleted_at is null)`,
      }
    : { id: 'r.id', living: 'r.deleted_at is null' };
}

/** SQL of whether anything names the record `alias`; what lies in the trash counts unless `living`. */
export function isReferredTo(kind: ReferredKind, alias: string, { living = false } = {}): string {
  return `(${REFERRERS[kind]
    .map(
      (referrer) =>
        `exists (select 1 from ${referrer.table} r where r.workspace_id = ${alias}.workspace_id and r.${referrer.column} = ${alias}.id${living ? ` and ${referringRecord(referrer).living}` : ''})`,
    )
    .join(' or ')})`;
}

/** SQL of whether a note, a file or a comment hangs on the record `alias`. Read with all notes in sight. */
export function hasAttached(alias: string): string {
  return `(${[
    ['record_notes', ' and t.deleted_at is null'],
    ['record_files', ''],
    ['record_comments', ' and t.deleted_at is null'],
  ]
    .map(
      ([table, more]) =>
        `exists (select 1 from ${table} t where t.workspace_id = ${alias}.workspace_id and t.record_id = ${alias}.id${more})`,
    )
    .join(' or ')})`;
}
