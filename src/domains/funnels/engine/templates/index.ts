/** Funnels to start from, with copy that works once names and prices are changed. */
import type { FunnelTemplate } from './build.ts';
import { dentist, gym, homeServices, realEstate } from './local.ts';
import { coach, consultant, lawyer, saas } from './services.ts';

const blank: FunnelTemplate = {
  id: 'blank',
  name: 'Blank funnel',
  description: 'One page with a heading and a form, and a thank-you page.',
  document: {
    theme: {},
    steps: [
      {
        id: 'land',
        kind: 'opt_in',
        name: 'Landing page',
        path: 'start',
        blocks: [
          {
            id: 'hero',
            type: 'hero',
            heading: 'Your headline',
            text: 'Say in one sentence what visitors get.',
            button: 'Get in touch',
            to: 'form',
          },
          {
            id: 'form',
            type: 'form',
            heading: 'Get in touch',
            fields: [
              { id: 'first', kind: 'firstName', label: 'First name', required: true },
              { id: 'email', kind: 'email', label: 'Email', required: true },
            ],
            button: 'Send',
            look: 'tint',
          },
        ],
      },
      {
        id: 'thx',
        kind: 'thanks',
        name: 'Thank you',
        path: 'thank-you',
        blocks: [{ id: 'hero', type: 'hero', heading: 'Thank you', text: 'We will be in touch.' }],
      },
    ],
  },
};

export const FUNNEL_TEMPLATES: readonly FunnelTemplate[] = [
  consultant,
  realEstate,
  dentist,
  gym,
  homeServices,
  coach,
  lawyer,
  saas,
  blank,
];
