/** Which opportunities a request means. */
import type { Condition, Filter } from '../../../../kernel/filter.ts';
import type { Selection } from '../../../../records/server/list/selection.ts';

interface Asked {
  search?: string | undefined;
  filter?: Filter | undefined;
  trash?: '1' | undefined;
  pipelineId?: string | undefined;
  contactId?: string | undefined;
  companyId?: string | undefined;
  ownerId?: string | undefined;
  businessLicenseId?: string | undefined;
}

/** The selection of a list, with the parameters that name a record turned into conditions. */
export function selectionOf({
  search,
  filter,
  trash,
  pipelineId,
  contactId,
  companyId,
  ownerId,
  businessLicenseId,
}: Asked): Selection {
  const of = (field: string, id: string | undefined): Condition[] =>
    id === undefined ? [] : [{ field, op: 'any_of', value: [id] }];
  const conditions = [
    ...of('pipeline', pipelineId),
    ...of('contact', contactId),
    ...of('company', companyId),
    ...of('owner', ownerId),
    ...of('businessLicense', businessLicenseId),
  ];
  return { search, filter, within: { match: 'all', conditions }, trash: trash === '1' };
}
