import { defineRecordKind } from '../../../../records/server/record-kind.ts';

export const businessLicenseRecordKind = defineRecordKind('business_license', {
  noun: 'The business license',
  name: 'r.name',
  owner: 'r.responsible_id',
});
