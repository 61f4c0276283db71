import { files } from '../../../../server/files/index.ts';
import { type BoundRoute, route } from '../../../../server/http/route.ts';
import { log } from '../../../../server/observability/log.ts';
import { contacts } from '../../contract.ts';
import { ifMatch } from '../if-match.ts';
import { listContacts, neighboursOf } from './list.ts';
import { createContact, getContact, purgeContacts, removeContact, restoreContact, updateContact } from './service.ts';

export const contactRoutes: readonly BoundRoute[] = [
  route(contacts.list, ({ query }) => listContacts({ ...query, trash: query.trash === '1', total: query.total === '1' })),
  route(contacts.create, ({ body }) => createContact(body)),
  route(contacts.get, ({ params, query }) => getContact(params.id, query.trash === '1')),
  route(contacts.update, ({ params, body, request }) => updateContact(params.id, body, ifMatch(request))),
  route(contacts.remove, ({ params }) => removeContact(params.id)),
  route(contacts.restore, ({ params }) => restoreContact(params.id)),
  route(contacts.purge, async ({ body }) => {
    const { purged, storageKeys } = await purgeContacts(body.ids);
    // The rows are gone; bytes that could not be removed are no longer reachable.
    for (const key of storageKeys) await files().delete(key).catch((error: unknown) => log().warn({ err: error }, 'file content was not removed'));
    return { purged };
  }),
  route(contacts.neighbours, ({ params, query }) => neighboursOf(params.id, { ...query, trash: query.trash === '1' })),
  route(contacts.contextList, ({ query: { businessLicenseId, ...page } }) => listContacts({
    ...page,
    ...(businessLicenseId ? { filter: { match: 'all', conditions: [{ field: 'businessLicense', op: 'any_of', value: [businessLicenseId] }] } } : {}),
  })),
];
