/** The domain's entries in the command palette. Loaded with the palette. */
import { definePalette } from '../../../web/shell/commands.ts';
import meetings from './search/meetings.ts';

export default definePalette({
  keywords: {
    '/ai-meeting-assistant': ['meetings', 'transcript', 'minutes', 'summary', 'action items', 'recordings'],
    '/meeting-team-dashboard': ['meeting load', 'talk time', 'follow-through'],
  },
  search: [meetings],
});
