/** Catalog entries of accounts. */
import { defineCatalogEntry } from '../../server/catalog.ts';

export const apiKeysEntry = defineCatalogEntry({
  id: 'api-keys',
  name: 'API keys',
  summary: 'Lets another system read and write in your name, limited to the scopes that you choose.',
  category: 'Third-party apps',
  page: '/settings?tab=api-keys',
  allows: ['Does what the scopes of each key allow, until the key expires or is deleted.'],
});
