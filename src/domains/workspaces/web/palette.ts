/** The domain's entries in the command palette. Loaded with the palette. */
import { definePalette } from '../../../web/shell/commands.ts';

export default definePalette({
  keywords: {
    '/team': ['members', 'invite', 'invitations', 'roles', 'deactivate', 'reassign', 'availability', 'registration'],
  },
});
