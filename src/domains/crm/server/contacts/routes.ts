import './messaging.ts';
import { type BoundRoute, route } from '../../../../server/http/route.ts';
import { contacts } from '../../contract.ts';
import { bulk } from '../../../../records/contract.ts';
import { contactDuplicates, MERGE_CALLS } from '../../contract.ts';
import { RECORD_CALLS } from '../../../../records/contract/record-calls.ts';
import { ifMatch } from '../../../../records/server/if-match.ts';
import { bulkRoutes } from '../../../../records/server/bulk/bulk.ts';
import { dropContents } from '../../../../records/server/files.ts';
import { listRecords, neighboursOf } from '../../../../records/server/list/list.ts';
import { mergeRoutes } from '../../../../records/server/merge/merge.ts';
import { recordRoutes } from '../../../../records/server/routes.ts';
import { sumsRoute } from '../../../../records/server/list/column-totals.ts';
import { contactBulk } from './bulk.ts';
import { sendDownload } from '../../../../server/http/download.ts';
import { findDuplicates } from './duplicates.ts';
import { exportContacts } from './export.ts';
import { contactFacets } from './facets.ts';
import { contactKind } from './kind.ts';
import { contactMerge } from './merge.ts';
import { createContact, getContact, purgeContacts, removeContact, restoreContact, updateContact } from './service.ts';

export const contactRoutes: readonly BoundRoute[] = [
  route(contacts.list, ({ query }) =>
    listRecords(contactKind, { ...query, trash: query.trash === '1', total: query.total === '1' }),
  ),
  route(contacts.create, ({ body }) => createContact(body)),
  route(contacts.get, ({ params, query }) => getContact(params.id, query.trash === '1')),
  route(contacts.update, ({ params, body, request }) => updateContact(params.id, body, { ifMatch: ifMatch(request) })),
  route(contacts.remove, ({ params }) => removeContact(params.id)),
  route(contacts.restore, ({ params }) => restoreContact(params.id)),
  route(contacts.purge, async ({ body }) => {
    const { purged, storageKeys } = await purgeContacts(body.ids);
    await dropContents(storageKeys);
    return { purged };
  }),
  route(contacts.neighbours, ({ params, query }) =>
    neighboursOf(contactKind, params.id, { ...query, trash: query.trash === '1' }),
  ),
  route(contacts.contextList, ({ query: { businessLicenseId, ...page } }) =>
    listRecords(contactKind, {
      ...page,
      ...(businessLicenseId
        ? {
            filter: {
              match: 'all',
              conditions: [{ field: 'businessLicense', op: 'any_of', value: [businessLicenseId] }],
            },
          }
        : {}),
    }),
  ),
  route(contacts.exportFile, async ({ query, reply }) => {
    const pieces = await exportContacts(query);
    const [type, name] =
      query.format === 'csv'
        ? ['text/csv; charset=utf-8', 'contacts.csv']
        : ['text/vcard; charset=utf-8', 'contacts.vcf'];
    return sendDownload(reply, pieces, type, name);
  }),
  route(contacts.facets, () => contactFacets()),
  ...bulkRoutes(bulk, contactBulk),
  sumsRoute('contact', contactKind),
  ...recordRoutes(RECORD_CALLS.contact, contactKind),
  route(contactDuplicates, async ({ body }) => ({ items: await findDuplicates(body) })),
  ...mergeRoutes(MERGE_CALLS.contact, contactMerge),
];
