import { type BoundRoute, route } from '../../../../server/http/route.ts';
import { companies, companyBulk as bulkCalls } from '../../contract/companies.ts';
import { MERGE_CALLS } from '../../contract/merge.ts';
import { RECORD_CALLS } from '../../../../records/contract/record-calls.ts';
import { sendDownload } from '../../../../server/http/download.ts';
import { ifMatch } from '../../../../records/server/if-match.ts';
import { bulkRoutes } from '../../../../records/server/bulk/bulk.ts';
import { dropContents } from '../../../../records/server/files.ts';
import { listRecords, neighboursOf } from '../../../../records/server/list/list.ts';
import { mergeRoutes } from '../../../../records/server/merge/merge.ts';
import { recordRoutes } from '../../../../records/server/routes.ts';
import { sumsRoute } from '../../../../records/server/list/column-totals.ts';
import { companyBulk } from './bulk.ts';
import { companyKind } from './kind.ts';
import { companyFacets, exportCompanies, selectionOf, summariseCompany } from './lists.ts';
import { companyMerge } from './merge.ts';
import {
  createCompany,
  getCompany,
  purgeCompanies,
  removeCompany,
  restoreCompany,
  suggestCompanies,
  updateCompany,
} from './service.ts';

export const companyRoutes: readonly BoundRoute[] = [
  route(companies.list, ({ query }) =>
    listRecords(companyKind, {
      ...selectionOf(query),
      sort: query.sort,
      cursor: query.cursor,
      limit: query.limit,
      total: query.total === '1',
    }),
  ),
  route(companies.suggest, async ({ query }) => ({ items: await suggestCompanies(query.search, query.limit) })),
  route(companies.create, ({ body }) => createCompany(body)),
  route(companies.get, ({ params, query }) => getCompany(params.id, query.trash === '1')),
  route(companies.summary, ({ params }) => summariseCompany(params.id)),
  route(companies.update, ({ params, body, request }) => updateCompany(params.id, body, ifMatch(request))),
  route(companies.remove, ({ params }) => removeCompany(params.id)),
  route(companies.restore, ({ params }) => restoreCompany(params.id)),
  route(companies.purge, async ({ body }) => {
    const { purged, storageKeys } = await purgeCompanies(body.ids);
    await dropContents(storageKeys);
    return { purged };
  }),
  route(companies.neighbours, ({ params, query }) =>
    neighboursOf(companyKind, params.id, { ...selectionOf(query), sort: query.sort }),
  ),
  route(companies.exportFile, async ({ query, reply }) =>
    sendDownload(reply, await exportCompanies(query), 'text/csv; charset=utf-8', 'companies.csv'),
  ),
  route(companies.facets, () => companyFacets()),
  ...bulkRoutes(bulkCalls, companyBulk),
  sumsRoute('company', companyKind),
  ...recordRoutes(RECORD_CALLS.company, companyKind),
  ...mergeRoutes(MERGE_CALLS.company, companyMerge),
];
