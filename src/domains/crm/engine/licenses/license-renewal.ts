/** A license's state on a day, and the reminder that is due. Days follow the workspace's time zone. */
import { LICENSE_STANDINGS, type LicenseStanding, type LicenseState, RENEWAL_LADDER } from '../../contract/licenses.ts';

const DAY = 86_400_000;
/** Rung of the expiry itself. */
export const EXPIRED = 0;
/** A license that ran out longer ago than this is history, not news. */
const STILL_NEWS = 30;

/** Days from `today` to `day`, negative when it has passed. */
export function daysUntil(day: string, today: string): number {
  return Math.round((Date.parse(`${day}T00:00:00Z`) - Date.parse(`${today}T00:00:00Z`)) / DAY);
}

/** @param expiresOn the last valid day, or null when it does not expire */
export function licenseState(standing: LicenseStanding, expiresOn: string | null, today: string): LicenseState {
  if (standing !== 'active') return standing;
  if (expiresOn === null) return 'valid';
  const left = daysUntil(expiresOn, today);
  return left < 0 ? 'expired' : left <= RENEWAL_LADDER[0] ? 'expiring' : 'valid';
}

/**
 * The rung on which a license stands: the lowest one that is not below the days left. After a pause of the server only
 * that one is due, not every one that was passed. Undefined above the ladder, and long after the expiry.
 */
export function dueRung(expiresOn: string, today: string): number | undefined {
  const left = daysUntil(expiresOn, today);
  if (left < -STILL_NEWS) return undefined;
  if (left < 0) return EXPIRED;
  return RENEWAL_LADDER.findLast((rung) => rung >= left);
}

/** Standings in which an expiry matters: no one renews what was revoked or given up. */
export const WATCHED_STANDINGS: readonly LicenseStanding[] = LICENSE_STANDINGS.filter(
  (standing) => standing !== 'revoked' && standing !== 'surrendered',
);
