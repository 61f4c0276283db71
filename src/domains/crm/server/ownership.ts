/** The records of the CRM that belong to a person: counted on the team page, handed over when someone leaves. */
import { defineOwned } from '../../../server/ownership/ownership.ts';
import { handOverReminders } from './activities/write.ts';
import { KINDS, type RecordKind } from '../../../records/contract/kinds.ts';
import { CRM } from '../paths.ts';

const OPEN: Partial<Record<RecordKind, string>> = {
  contact: 'deleted_at is null',
  company: 'deleted_at is null',
  lead: `deleted_at is null and status in ('new', 'working', 'qualified')`,
  opportunity: `deleted_at is null and stage_id in (select id from stages where outcome = 'open')`,
  activity: 'deleted_at is null and done_at is null and cancelled_at is null',
};
const TABLES: Partial<Record<RecordKind, string>> = {
  contact: 'contacts',
  company: 'companies',
  lead: 'leads',
  opportunity: 'opportunities',
  activity: 'activities',
};

export const ownedRecords = (Object.entries(OPEN) as [RecordKind, string][]).map(([kind, where]) => {
  const { title, path, many } = KINDS[kind];
  return defineOwned({
    kind: many,
    label: title,
    table: TABLES[kind]!,
    where,
    trashed: where.replace('deleted_at is null', 'deleted_at is not null'),
    event: `${kind}.updated`,
    subject: kind,
    paths: [path],
    ...(kind === 'activity' && { along: handOverReminders }),
  });
});

// Personal reports are deleted with their owner. Reports that others see or get by email stay.
export const ownedReports = defineOwned({
  kind: 'saved-reports',
  label: 'Saved reports',
  table: 'saved_reports',
  where: '(shared or schedule is not null)',
  event: 'saved_report.updated',
  subject: 'saved_report',
  paths: [CRM.savedReports],
});
