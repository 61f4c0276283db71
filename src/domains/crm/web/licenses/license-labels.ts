/** How kinds, standings and states of licenses are called. */
import type { BusinessLicense, LicenseKind, LicenseStanding, LicenseState } from '../../contract/licenses.ts';
import { counted } from '../../../../records/web/format.ts';

export const KIND_LABELS: Record<LicenseKind, string> = {
  entity: 'Legal entity',
  operating: 'Business license',
  professional: 'Professional license',
  permit: 'Permit',
  tax: 'Tax registration',
  trademark: 'Trademark',
  certificate: 'Certificate',
  other: 'Other',
};

export const STANDING_LABELS: Record<LicenseStanding, string> = {
  pending: 'Applied for',
  active: 'Active',
  suspended: 'Suspended',
  revoked: 'Revoked',
  surrendered: 'Surrendered',
};

export const STATE_LABELS: Record<LicenseState, string> = {
  pending: 'Applied for',
  valid: 'Valid',
  expiring: 'Expires soon',
  expired: 'Expired',
  suspended: 'Suspended',
  revoked: 'Revoked',
  surrendered: 'Surrendered',
};

export const STATE_TONES: Record<LicenseState, 'neutral' | 'info' | 'success' | 'warning' | 'danger'> = {
  pending: 'info',
  valid: 'success',
  expiring: 'warning',
  expired: 'danger',
  suspended: 'danger',
  revoked: 'danger',
  surrendered: 'neutral',
};

export const optionsOf = <Key extends string>(labels: Record<Key, string>) =>
  Object.entries<string>(labels).map(([value, label]) => ({ value, label }));

/** "12 days left", "Expired 3 days ago", "Last day today"; nothing where it does not expire. */
export function timeLeft({ daysLeft, standing }: Pick<BusinessLicense, 'daysLeft' | 'standing'>): string {
  if (daysLeft === null || standing === 'revoked' || standing === 'surrendered') return '';
  if (daysLeft === 0) return 'Expires today';
  return daysLeft > 0
    ? `${counted(daysLeft, 'day')} left`
    : `${standing === 'active' ? 'Expired' : 'Ran out'} ${counted(-daysLeft, 'day')} ago`;
}
