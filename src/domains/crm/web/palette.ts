/** The domain's entries in the command palette. Loaded with the palette. */
import { definePalette } from '../../../web/shell/commands.ts';
import activities from './search/activities.ts';
import companies from './search/companies.ts';
import contacts from './search/contacts.ts';
import leads from './search/leads.ts';

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
    ...(
      [
        ['contact', '/contacts', 'New contact', ['add person', 'create']],
        ['company', '/companies', 'New company', ['add account', 'create']],
        ['lead', '/leads', 'New lead', ['add inquiry', 'create']],
        ['opportunity', '/opportunities', 'New opportunity', ['add deal', 'create']],
        ['activity', '/activities', 'New activity', ['add task', 'call', 'meeting', 'create']],
      ] as const
    ).map(([id, page, label, keywords]) => ({
      id: `${id}.new`,
      page,
      label,
      keywords,
      run: ({ go }: { go: (to: string) => void }) => go(`${page}#new`),
    })),
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
    contacts,
    companies,
    {
      id: 'opportunities',
      page: '/opportunities',
      label: 'Opportunities',
      search: async (query, signal) => (await import('./palette/opportunities.ts')).searchOpportunities(query, signal),
    },
    activities,
    {
      id: 'licenses',
      page: '/business-license-management',
      label: 'Business licenses',
      search: async (query, signal) => (await import('./palette/licenses.ts')).searchLicenses(query, signal),
    },
    leads,
    {
      id: 'said',
      page: '/dashboard',
      label: 'Notes and comments',
      search: async (query, signal) => (await import('./palette/notes-comments.ts')).searchSaid(query, signal),
    },
  ],
});
