/** What the command palette offers of this domain. Loaded with the palette. */
import { definePalette } from '../../../web/shell/commands.ts';
import phoneCalls from './search/phone-calls.ts';

export default definePalette({
  keywords: { '/ai-phone-agent': ['phone', 'calls', 'voice', 'voicemail', 'ivr', 'call back', 'answering'] },
  search: [phoneCalls],
});
