/** Renewals: the present term goes into the history, the new one takes its place; the newest can be undone. */
import { AppError, notFound } from '../../../../kernel/errors.ts';
import { newId } from '../../../../kernel/ids.ts';
import { currentUserId, currentWorkspaceId, query, transaction } from '../../../../server/db/index.ts';
import { emit } from '../../../../server/events/emit.ts';
import type { LicenseRecord, LicenseRenewal } from '../../contract.ts';
import { LICENSES_CHANGED } from '../live-paths.ts';
import { workspaceToday } from '../../../../records/server/workspace.ts';
import { checkDates, checkVersion, getLicense, lockLicense } from './licenses.ts';
import { seedReminder } from './reminders.ts';

/** @throws AppError `validation` when the new term ends no later than the old one, `not_found`, `stale`. */
export function renewLicense(id: string, renewal: LicenseRenewal, ifMatch?: number): Promise<LicenseRecord> {
  return transaction(async () => {
    const row = await lockLicense(id);
    await checkVersion(id, row, renewal.version ?? ifMatch);
    const issuedOn = renewal.issuedOn ?? null;
    checkDates(issuedOn, renewal.expiresOn);
    if (renewal.expiresOn !== null && row.expires_on !== null && renewal.expiresOn <= row.expires_on) {
      throw new AppError('validation', 'The renewal must end later than the previous term.', { field: 'expiresOn' });
    }
    await query(
      `insert into business_license_terms (id, workspace_id, license_id, number, issued_on, expires_on, standing, note,
        version_after, renewed_by)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        newId(),
        currentWorkspaceId(),
        id,
        row.number,
        row.issued_on,
        row.expires_on,
        row.standing,
        renewal.note ?? '',
        row.version + 1,
        currentUserId(),
      ],
    );
    // A renewal makes the license active, even if it was suspended or pending.
    await query(
      `update business_licenses
        set number = coalesce(nullif($3, ''), number), issued_on = $4, expires_on = $5, standing = 'active',
        version = version + 1, updated_at = now(),
         updated_by = $6 where id = $1 and workspace_id = $2`,
      [id, currentWorkspaceId(), renewal.number ?? '', issuedOn, renewal.expiresOn, currentUserId()],
    );
    await seedReminder(id, renewal.expiresOn, await workspaceToday());
    await emit({
      type: 'business_license.renewed',
      subject: { type: 'business_license', id },
      data: {
        version: row.version + 1,
        expiresOn: renewal.expiresOn,
        ...(renewal.expiresOn && { detail: renewal.expiresOn }),
      },
      paths: LICENSES_CHANGED,
    });
    return getLicense(id);
  });
}

/** @throws AppError `not_found`; `conflict` when it is not the newest or something was changed since. */
export function undoRenewal(id: string, termId: string): Promise<LicenseRecord> {
  return transaction(async () => {
    const row = await lockLicense(id);
    const [term] = await query<{
      number: string;
      issued_on: string | null;
      expires_on: string | null;
      standing: string;
      version_after: number;
      newest: boolean;
    }>(
      `select number, issued_on, expires_on, standing, version_after,
         id = (select id from business_license_terms where workspace_id = $1 and license_id = $2 order by id desc
            limit 1) as newest
       from business_license_terms where workspace_id = $1 and license_id = $2 and id = $3`,
      [currentWorkspaceId(), id, termId],
    );
    if (!term) throw notFound('The renewal');
    if (!term.newest || term.version_after !== row.version)
      throw new AppError('conflict', 'This license was changed after the renewal. Change its dates instead.');
    await query('delete from business_license_terms where workspace_id = $1 and id = $2', [
      currentWorkspaceId(),
      termId,
    ]);
    await query(
      `update business_licenses set number = $3, issued_on = $4, expires_on = $5, standing = $6, version = version + 1,
        updated_at = now(), updated_by = $7
       where id = $1 and workspace_id = $2`,
      [id, currentWorkspaceId(), term.number, term.issued_on, term.expires_on, term.standing, currentUserId()],
    );
    await emit({
      type: 'business_license.renewal_undone',
      subject: { type: 'business_license', id },
      paths: LICENSES_CHANGED,
    });
    return getLicense(id);
  });
}
