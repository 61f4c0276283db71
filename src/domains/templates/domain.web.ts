/** Templates, and the onboarding of clients. */
import { defineWebDomain } from '../../web/domain.ts';
import { DASHBOARD_TOP } from '../crm/web/slots.ts';
import { fill } from '../../web/slots.ts';
import { page } from '../../web/router/page.ts';

export const templatesDomain = defineWebDomain({
  name: 'templates',
  pages: [
    page('/mini-gauntlets', { title: 'Mini Gauntlets', guard: 'admin', load: () => import('./web/gallery-page.tsx') }),
    page('/gauntlet-onboarding/{templateId}', {
      title: 'Set up a client',
      guard: 'admin',
      load: () => import('./web/wizard-page.tsx'),
    }),
    page('/client-onboarding', {
      title: 'Client onboarding',
      guard: 'admin',
      load: () => import('./web/onboarding-page.tsx'),
    }),
    page('/industry-templates', {
      title: 'Industry templates',
      guard: 'open',
      load: () => import('./web/industry-templates-page.tsx'),
    }),
    page('/industry-crm', { title: 'Industry CRM', guard: 'admin', load: () => import('./web/industry-crm-page.tsx') }),
  ],
  slots: [
    fill(DASHBOARD_TOP, () => import('./web/checklist-card.tsx'), {
      when: ({ user }) => user.workspace.kind === 'client',
    }),
  ],
  palette: () => import('./web/palette.ts'),
  offlineReads: ['/api/client-onboardings', '/api/industry-templates', '/api/template-installs', '/api/templates'],
});
