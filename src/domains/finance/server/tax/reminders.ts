/** Notifies the people of a profile's ledger before an estimated payment is due. */
import { defineRecurring } from '../../../../server/jobs/recurring.ts';
import { defineNotificationKind } from '../../../notifications/index.ts';
import { corporateDueDays, estimatedDueDays, US_TAX_YEARS } from '../../engine/tax/us/index.ts';
import { BATCH, recipientsOf, type Remindable, remindAll, type Reminders } from '../ledgers/reminders.ts';

export const DUE = defineNotificationKind({
  name: 'tax_due',
  group: 'Finance',
  label: 'Estimated tax payments',
  hint: 'Some days before an estimated tax payment is due, as the tax profile says.',
  ways: { inApp: true, email: false },
});

interface Profile extends Remindable {
  ledger_id: string;
  kind: string;
}

const REMINDERS: Reminders<Profile> = {
  kind: DUE,
  subject: 'tax_profile',
  told: { table: 'finance_tax_reminders', column: 'profile_id' },
  candidates: `select p.id, p.workspace_id, p.ledger_id, p.name, p.kind, p.remind_days, w.time_zone,
    ${recipientsOf('p')} as recipients
    from finance_tax_profiles p join workspaces w on w.id = p.workspace_id and w.archived_at is null
    where p.deleted_at is null and p.kind in ('person', 'cCorporation') and cardinality(p.remind_days) > 0
      and p.id > $1 order by p.id limit ${BATCH}`,
  dueOf: ({ id, ledger_id, name, kind }, today) => {
    const due = nextDue(kind, today);
    return (
      due && {
        day: due.day,
        title: (when) => `${name}: estimated tax for ${due.year} due ${when}`,
        body: `Due on ${due.day}. The amount stands under Payments.`,
        href: `/tax-management?ledger=${ledger_id}&profile=${id}&year=${due.year}&tab=payments`,
      }
    );
  },
};

/** Looks at every profile, in all workspaces; runs as system. @param now the present instant */
export const remindOfTax = (now: Date): Promise<void> => remindAll(REMINDERS, now);

/** The next due day, with the year that it is for. */
export function nextDue(kind: string, today: string): { year: number; day: string } | undefined {
  return US_TAX_YEARS.flatMap((year) =>
    (kind === 'cCorporation' ? corporateDueDays(year) : estimatedDueDays(year)).map((day) => ({ year, day })),
  )
    .filter((one) => one.day >= today)
    .sort((a, b) => (a.day < b.day ? -1 : 1))[0];
}

export const taxRemindersRecurring = defineRecurring({
  name: 'finance.tax_reminders',
  title: 'Reminders of estimated tax payments',
  every: 900,
  handler: () => remindOfTax(new Date()),
});
