/** What the command palette offers of this domain. Loaded with the palette. */
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
