/** Meetings. */
import { defineWebDomain } from '../../web/domain.ts';
import { page } from '../../web/router/page.ts';

export const meetingsDomain = defineWebDomain({
  name: 'meetings',
  pages: [
    page('/ai-meeting-assistant', {
      title: 'AI meeting assistant',
      guard: 'user',
      load: () => import('./web/meetings-page.tsx'),
    }),
    page('/meeting-team-dashboard', {
      title: 'Meeting team dashboard',
      guard: 'user',
      load: () => import('./web/team-page.tsx'),
    }),
  ],
  palette: () => import('./web/palette.ts'),
});
