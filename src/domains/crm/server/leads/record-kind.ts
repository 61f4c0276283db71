import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import { defineRecordKind } from '../../../../records/server/record-kind.ts';
import { LeadUpdate, NewLead } from '../../contract/leads.ts';
import { createLead, getLead, purgeLeads, updateLead } from './service.ts';

export const leadRecordKind = defineRecordKind('lead', {
  noun: 'The lead',
  name: 'r.name',
  owner: 'r.owner_id',
  linkField: 'leadId',
  create: { schema: NewLead, run: (input: NewLead) => createLead(input) },
  edit: { schema: LeadUpdate, read: (id) => getLead(id), update: updateLead },
  purge: purgeLeads,
  async findByKey({ email }) {
    if (typeof email !== 'string' || email === '') return [];
    const rows = await query<{ id: string }>(
      `select id from leads where workspace_id = $1 and email_key = lower($2) and email_key <> ''
        and deleted_at is null order by id limit 2`,
      [currentWorkspaceId(), email],
    );
    return rows.map(({ id }) => id);
  },
  rollUpMembers: { activities: 'a.lead_id = r.id' },
});
