import { page } from '../../../web/router/page.ts';

export const crmPages = [
  page('/contacts', { title: 'Contacts', guard: 'user', keywords: ['people', 'crm'], load: () => import('./list/contact-list-page.tsx') }),
];
