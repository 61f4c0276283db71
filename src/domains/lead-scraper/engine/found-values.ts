/** Values found on a page, with the source of each. */

export const FOUND_FIELDS = [
  'name',
  'title',
  'email',
  'phone',
  'address',
  'city',
  'country',
  'website',
  'social',
] as const;
export type FoundField = (typeof FOUND_FIELDS)[number];
export type FoundBy = 'json-ld' | 'microdata' | 'hcard' | 'link' | 'text' | 'obfuscated' | 'team';

export interface FoundValue {
  field: FoundField;
  value: string;
  /** CSS selector of the element. */
  selector: string;
  by: FoundBy;
}

/** A person or the company behind the site, as one page shows them. */
export interface FoundEntity {
  kind: 'person' | 'company';
  values: FoundValue[];
}

export const MAX_ENTITIES = 300;

/** Adds a value unless it is blank or there already. */
export function addValue(entity: FoundEntity, value: FoundValue): void {
  const text = value.value.replace(/\s+/g, ' ').trim().slice(0, 500);
  if (text === '' || entity.values.length >= 40) return;
  if (entity.values.some((one) => one.field === value.field && one.value === text)) return;
  entity.values.push({ ...value, value: text });
}

export function valueOf(entity: FoundEntity, field: FoundField): string {
  return entity.values.find((value) => value.field === field)?.value ?? '';
}
