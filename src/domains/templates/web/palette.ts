/** The domain's entries in the command palette. Loaded with the palette. */
import { definePalette } from '../../../web/shell/commands.ts';

export default definePalette({
  keywords: {
    '/mini-gauntlets': ['templates', 'blueprints', 'snapshots', 'industry'],
    '/client-onboarding': ['checklist', 'set-up', 'stuck'],
    '/industry-templates': ['trades', 'verticals', 'templates'],
    '/industry-crm': ['trades', 'verticals', 'pipelines'],
  },
});
