/** What the command palette offers of this domain. Loaded with the palette. */
import { definePalette } from '../../../web/shell/commands.ts';

export default definePalette({
  keywords: {
    '/settings': [
      'profile',
      'password',
      'notifications',
      'theme',
      'appearance',
      'sounds',
      'api keys',
      'two-factor',
      'sessions',
      'availability',
      'account',
    ],
  },
});
