/** Catalog entries of automation besides its app. */
import { defineCatalogEntry } from '../../server/catalog.ts';

export const webhooksEntry = defineCatalogEntry({
  id: 'webhooks',
  name: 'Webhooks',
  summary: 'Tells another system about events here, signed and repeated until it answers.',
  category: 'Third-party apps',
  page: '/workflow-visualization?tab=webhooks',
  admin: true,
  allows: ['Sends the events that you choose to the address that you enter.'],
});
