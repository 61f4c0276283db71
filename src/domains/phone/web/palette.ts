/** The domain's entries in the command palette. Loaded with the palette. */
import { definePalette } from '../../../web/shell/commands.ts';
import phoneCalls from './search/phone-calls.ts';

export default definePalette({
  keywords: { '/ai-phone-agent': ['phone', 'calls', 'voice', 'voicemail', 'ivr', 'call back', 'answering'] },
  search: [phoneCalls],
});
