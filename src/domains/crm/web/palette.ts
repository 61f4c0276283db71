/** What the command palette offers of this domain. Loaded with the palette. */
import { definePalette } from '../../../web/shell/commands.ts';

export default definePalette({
  keywords: {
    '/dashboard': ['home', 'today', 'tasks'],
    '/contacts': ['people', 'crm'],
    '/contacts/import': ['csv', 'upload'],
    '/leads/import': ['csv', 'upload'],
    '/opportunities/import': ['csv', 'upload', 'deals'],
    '/analytics': ['reports', 'conversion', 'forecast', 'won', 'lost', 'sources'],
    '/business-license-management': ['license', 'permit', 'brand', 'renewal'],
    '/opportunities': ['deals', 'pipeline', 'board', 'forecast', 'sales'],
    '/activities': ['tasks', 'calls', 'meetings', 'calendar', 'agenda'],
    '/activities/my-day': ['today', 'tasks', 'to do', 'quick add'],
    '/record-fields': ['custom fields', 'formula', 'calculated', 'roll-up', 'sum', 'count'],
    '/leads': ['prospects', 'crm'],
    '/leads/settings': ['score', 'assignment', 'web form'],
    '/duplicates': ['double', 'merge', 'dedupe', 'same', 'clean up'],
    '/companies': ['accounts', 'organisations', 'firms', 'crm'],
    '/companies/import': ['csv', 'upload'],
  },
  actions: [
    {
      id: 'contacts.import',
      page: '/contacts',
      label: 'Import contacts from a file',
      keywords: ['csv', 'upload'],
      run: ({ go }) => go('/contacts/import'),
    },
    {
      id: 'companies.import',
      label: 'Import companies from a file',
      keywords: ['csv', 'upload'],
      run: ({ go }) => go('/companies/import'),
    },
    {
      id: 'leads.import',
      label: 'Import leads from a file',
      keywords: ['csv', 'upload'],
      run: ({ go }) => go('/leads/import'),
    },
    {
      id: 'opportunities.import',
      label: 'Import opportunities from a file',
      keywords: ['csv', 'upload', 'deals'],
      run: ({ go }) => go('/opportunities/import'),
    },
    {
      id: 'activities.my-day',
      page: '/activities',
      label: 'Add to my day',
      keywords: ['task', 'call', 'meeting', 'remind', 'quick add'],
      run: ({ go }) => go('/activities/my-day'),
    },
  ],
  search: [
    {
      id: 'favourites',
      page: '/dashboard',
      label: 'Favorites',
      first: true,
      search: async (query, signal) => (await import('./palette/favorites.ts')).searchFavourites(query, signal),
    },
    {
      id: 'contacts',
      page: '/contacts',
      label: 'Contacts',
      search: async (query, signal) => (await import('./palette/records.ts')).searchContacts(query, signal),
    },
    {
      id: 'companies',
      page: '/companies',
      label: 'Companies',
      search: async (query, signal) => (await import('./palette/records.ts')).searchCompanies(query, signal),
    },
    {
      id: 'opportunities',
      page: '/opportunities',
      label: 'Opportunities',
      search: async (query, signal) => (await import('./palette/opportunities.ts')).searchOpportunities(query, signal),
    },
    {
      id: 'activities',
      page: '/activities',
      label: 'Activities',
      search: async (query, signal) => (await import('./palette/records.ts')).searchActivities(query, signal),
    },
    {
      id: 'licenses',
      page: '/business-license-management',
      label: 'Business licenses',
      search: async (query, signal) => (await import('./palette/licenses.ts')).searchLicenses(query, signal),
    },
    {
      id: 'leads',
      page: '/leads',
      label: 'Leads',
      search: async (query, signal) => (await import('./palette/records.ts')).searchLeads(query, signal),
    },
    {
      id: 'said',
      page: '/dashboard',
      label: 'Notes and comments',
      search: async (query, signal) => (await import('./palette/notes-comments.ts')).searchSaid(query, signal),
    },
  ],
});
