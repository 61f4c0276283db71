/** Appointments that people outside book. */
import { defineWebDomain } from '../../web/domain.ts';
import { page } from '../../web/router/page.ts';

export const bookingDomain = defineWebDomain({
  name: 'booking',
  pages: [
    page('/appointment-funnel', {
      title: 'Appointment funnel',
      guard: 'user',
      load: () => import('./web/appointments-page.tsx'),
    }),
  ],
  palette: () => import('./web/palette.ts'),
});
