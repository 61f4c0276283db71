import { LICENSES_CHANGED } from '../live-paths.ts';
import type { KindBase } from '../../../../records/server/list/list-kind.ts';

/** Business licences as notes, files and the timeline see them. */
export const licenseRecord: KindBase = {
  kind: 'business_license',
  table: 'business_licenses',
  noun: 'The business licence',
  changed: LICENSES_CHANGED,
};
