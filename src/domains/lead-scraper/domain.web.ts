/** Crawls of public sites for leads. */
import { defineWebDomain } from '../../web/domain.ts';
import { page } from '../../web/router/page.ts';

export const leadScraperDomain = defineWebDomain({
  name: 'lead-scraper',
  pages: [
    page('/lead-scraper', { title: 'Lead scraper', guard: 'user', load: () => import('./web/lead-scraper-page.tsx') }),
  ],
});
