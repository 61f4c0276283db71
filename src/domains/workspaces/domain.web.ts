/** Team, invitations, and the registration of businesses. */
import { defineWebDomain } from '../../web/domain.ts';
import { BANNERS } from '../../web/shell/slots.ts';
import { SETTINGS_PANELS } from '../identity/web/slots.ts';
import { fill } from '../../web/slots.ts';
import { page } from '../../web/router/page.ts';

export const workspacesDomain = defineWebDomain({
  name: 'workspaces',
  pages: [
    page('/join', { title: 'Invitation', guard: 'public', load: () => import('./web/join-page.tsx') }),
    page('/registration-wizard', {
      title: 'Register your business',
      guard: 'public',
      load: () => import('./web/registration/wizard-page.tsx'),
    }),
    page('/team', { title: 'Team', guard: 'admin', load: () => import('./web/team/team-page.tsx') }),
  ],
  slots: [
    // Few accounts have to be told anything.
    fill(BANNERS, () => import('./web/banners.tsx'), {
      when: ({ user }) => user.steppedIn || user.setup === 'open' || !user.emailConfirmed,
    }),
    fill(SETTINGS_PANELS, () => import('./web/settings/availability-panel.tsx'), { key: 'availability' }),
    fill(SETTINGS_PANELS, () => import('./web/settings/account-panel.tsx'), { key: 'account' }),
  ],
  palette: () => import('./web/palette.ts'),
  offlineReads: ['/api/team'],
});
