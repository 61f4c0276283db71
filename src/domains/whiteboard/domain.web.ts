/** Whiteboards. */
import { defineWebDomain } from '../../web/domain.ts';
import { page } from '../../web/router/page.ts';

export const whiteboardDomain = defineWebDomain({
  name: 'whiteboard',
  pages: [
    page('/whiteboard', { title: 'Whiteboard', guard: 'user', load: () => import('./web/whiteboards-page.tsx') }),
  ],
  palette: () => import('./web/palette.ts'),
});
