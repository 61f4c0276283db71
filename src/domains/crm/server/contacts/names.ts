/** Contacts by name, straight from SQL. */

const ref = (id: string, name: string) =>
  `case when ${id} is null then null else jsonb_build_object('id', ${id}, 'name', ${name}) end`;

/** How a contact is called: by name, or by the first address where there is none. */
export const contactName = (alias: string) =>
  `coalesce(nullif(trim(${alias}.first_name || ' ' || ${alias}.last_name), ''), ${alias}.emails->0->>'value', ${alias}.phones->0->>'value', '')`;
export const contactRef = (alias: string) => ref(`${alias}.id`, contactName(alias));
