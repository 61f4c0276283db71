/** Leads, opportunities and activities in the contract's shapes, straight from SQL. */

const ref = (id: string, name: string) => `case when ${id} is null then null else jsonb_build_object('id', ${id}, 'name', ${name}) end`;

/** How a contact is called: by name, or by the first address where there is none. */
export const contactName = (alias: string) =>
  `coalesce(nullif(trim(${alias}.first_name || ' ' || ${alias}.last_name), ''), ${alias}.emails->0->>'value', ${alias}.phones->0->>'value', '')`;
export const contactRef = (alias: string) => ref(`${alias}.id`, contactName(alias));

export const LEADS = `select l.id, l.version, l.name, l.company_name as "companyName", l.email, l.phone, l.status, l.source, l.score, l.owner_id as "ownerId",
    ${contactRef('c')} as contact, l.created_at as "createdAt", l.updated_at as "updatedAt"
  from leads l left join contacts c on c.id = l.contact_id and c.deleted_at is null`;

export const OPPORTUNITIES = `select o.id, o.version, o.name, o.amount::text as amount, o.currency, o.pipeline_id as "pipelineId",
    jsonb_build_object('id', s.id, 'name', s.name, 'position', s.position, 'probability', s.probability, 'outcome', s.outcome) as stage,
    o.probability, o.expected_close as "expectedClose", o.owner_id as "ownerId", ${contactRef('c')} as contact, ${ref('co.id', 'co.name')} as company,
    o.business_license_id as "businessLicenseId", o.created_at as "createdAt", o.updated_at as "updatedAt"
  from opportunities o join stages s on s.id = o.stage_id
  left join contacts c on c.id = o.contact_id and c.deleted_at is null left join companies co on co.id = o.company_id and co.deleted_at is null`;

export const ACTIVITIES = `select a.id, a.version, a.type, a.subject, a.body, a.due_at as "dueAt", a.done_at as "doneAt", a.owner_id as "ownerId",
    ${contactRef('c')} as contact, ${ref('o.id', 'o.name')} as opportunity, a.created_at as "createdAt", a.updated_at as "updatedAt"
  from activities a left join contacts c on c.id = a.contact_id and c.deleted_at is null left join opportunities o on o.id = a.opportunity_id and o.deleted_at is null`;
