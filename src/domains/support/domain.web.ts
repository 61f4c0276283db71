/** Help, and questions to the team. */
import { defineWebDomain } from '../../web/domain.ts';
import { HEADER_TOOLS, PLACE_OF_TOOL } from '../../web/shell/slots.ts';
import { fill } from '../../web/slots.ts';

export const supportDomain = defineWebDomain({
  name: 'support',
  slots: [fill(HEADER_TOOLS, () => import('./web/launcher.tsx'), { fallback: PLACE_OF_TOOL })],
  palette: () => import('./web/palette.ts'),
});
