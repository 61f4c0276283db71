/** The value of a field of one's own as lists order by it and indexes hold it. Keys are made of lower-case letters, digits and underscores. */
export const OWN_KEY = /^[a-z0-9_]+$/;

export function ownNumber(alias: string, key: string): string {
  return `(case when jsonb_typeof(${alias}.custom->'${key}') = 'number' then (${alias}.custom->>'${key}')::numeric end)`;
}

export function ownText(alias: string, key: string): string {
  return `(lower(coalesce(${alias}.custom->>'${key}', '')) collate "C")`;
}
