/** The domain's entries in the command palette. Loaded with the palette. */
import { definePalette } from '../../../web/shell/commands.ts';
import posts from './search/posts.ts';

export default definePalette({
  keywords: {
    '/social-media-scanner': [
      'social listening',
      'mentions',
      'watches',
      'keywords',
      'rss',
      'hacker news',
      'monitoring',
    ],
  },
  search: [posts],
});
