/** The domain's entries in the command palette. Loaded with the palette. */
import { definePalette } from '../../../web/shell/commands.ts';
import { openHelp } from './panel-state.ts';

export default definePalette({
  actions: [
    {
      id: 'support.ask',
      label: 'Ask for help',
      keys: 'g h',
      keywords: ['help', 'manual', 'how to', 'question'],
      run: () => openHelp({ at: 'ask' }),
    },
    {
      id: 'support.person',
      label: 'Write to the team',
      keywords: ['support', 'contact', 'human', 'chat'],
      run: () => openHelp({ at: 'new' }),
    },
    {
      id: 'support.inbox',
      label: 'Answer questions of users',
      keywords: ['support', 'inbox', 'help'],
      when: ({ role }) => role === 'admin',
      run: () => openHelp({ at: 'inbox' }),
    },
  ],
});
