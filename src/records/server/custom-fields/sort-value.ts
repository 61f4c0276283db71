/**
 * The value of a field of one's own as lists order by it and indexes hold it. Keys are made of lower-case letters,
 * digits and underscores.
 */
export const OWN_KEY = /^[a-z0-9_]+$/;

export function ownNumber(alias: string, key: string): string {
  return `(case when jsonb_typeof(${alias}.custom->'${key}') = 'number' then (${alias}.custom->>'${key}')::numeric end)`;
}

/**
 * The most that lists order by, as of names: an index takes no longer entry, and a record that had one could not be
 * written.
 */
const KEY_LENGTH = 200;

export function ownText(alias: string, key: string): string {
  return `(left(lowered(coalesce(${alias}.custom->>'${key}', '')), ${KEY_LENGTH}) collate "C")`;
}
