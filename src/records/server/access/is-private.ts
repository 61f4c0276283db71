/** SQL column `private` of the record `alias`: whether only some may see it, null where everyone may. */
export const isPrivate = (alias: string) =>
  `(exists (select 1 from private_records pr where pr.record_id = ${alias}.id) or null) as private`;
