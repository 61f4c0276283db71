import { page } from '../../../web/router/page.ts';
import { registerAction, registerSearchProvider } from '../../../web/shell/commands.ts';

registerSearchProvider({ id: 'contacts', label: 'Contacts', search: async (query, signal) => (await import('./palette/records.ts')).searchContacts(query, signal) });
registerSearchProvider({ id: 'companies', label: 'Companies', search: async (query, signal) => (await import('./palette/records.ts')).searchCompanies(query, signal) });

registerAction({ id: 'contacts.import', label: 'Import contacts from a file', keywords: ['csv', 'upload'], run: ({ go }) => go('/contacts/import') });

export const crmPages = [
  page('/dashboard', { title: 'Dashboard', guard: 'user', keywords: ['home', 'today', 'tasks'], load: () => import('./dashboard/dashboard-page.tsx') }),
  page('/contacts', { title: 'Contacts', guard: 'user', keywords: ['people', 'crm'], load: () => import('./list/contact-list-page.tsx') }),
  page('/contacts/import', { title: 'Import contacts', guard: 'user', keywords: ['csv', 'upload'], load: () => import('./imports/imports-page.tsx') }),
  page('/contacts/import/{id}', { title: 'Import contacts', guard: 'user', load: () => import('./imports/import-page.tsx') }),
  page('/contacts/{id}', { title: 'Contacts', guard: 'user', load: () => import('./record/record-page.tsx') }),
  page('/companies/{id}', { title: 'Companies', guard: 'user', load: () => import('./companies/company-page.tsx') }),
];
