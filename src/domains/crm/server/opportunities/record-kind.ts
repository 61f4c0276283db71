import { defineRecordKind } from '../../../../records/server/record-kind.ts';
import { NewOpportunity, OpportunityUpdate } from '../../contract/opportunities.ts';
import { createOpportunity, getOpportunity, purgeOpportunities, updateOpportunity } from './service.ts';

export const opportunityRecordKind = defineRecordKind('opportunity', {
  noun: 'The opportunity',
  name: 'r.name',
  owner: 'r.owner_id',
  linkField: 'opportunityId',
  create: { schema: NewOpportunity, run: createOpportunity },
  edit: { schema: OpportunityUpdate, read: (id) => getOpportunity(id), update: updateOpportunity },
  purge: purgeOpportunities,
  rollUpMembers: { activities: 'a.opportunity_id = r.id', lines: 'ln.opportunity_id = r.id' },
});
