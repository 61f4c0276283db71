/** The licenses that a record may be filed under, as choices. */
import type { BusinessLicense } from '../../contract/licenses.ts';

interface LicenseOption {
  value: string;
  label: string;
}

/**
 * A license's name in records, filters, and timelines.
 * @param licenses undefined while loading, so that none is shown as deleted
 */
export function licenseName(licenses: readonly Pick<BusinessLicense, 'id' | 'name'>[] | undefined, id: string): string {
  return licenses?.find((license) => license.id === id)?.name ?? (licenses ? 'Deleted license' : '…');
}

/**
 * Those of the workspace, and the one that the record has, although it lies in the trash.
 * @param licenses undefined while they are read: nothing is said to be deleted then
 * @param current id of the record's license
 */
export function licenseOptions(
  licenses: readonly Pick<BusinessLicense, 'id' | 'name' | 'number'>[] | undefined,
  current: string | null,
): LicenseOption[] {
  const options = (licenses ?? []).map(({ id, name, number }) => ({
    value: id,
    label: number ? `${name} (${number})` : name,
  }));
  if (current === null || options.some(({ value }) => value === current)) return options;
  return [...options, { value: current, label: licenseName(licenses, current) }];
}
