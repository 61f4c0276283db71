/** What help adds to the command palette; loaded with it. */
import { registerAction } from '../../../web/shell/commands.ts';
import { openHelp } from './panel-state.ts';

registerAction({
  id: 'support.ask',
  label: 'Ask for help',
  keys: 'g h',
  keywords: ['help', 'manual', 'how to', 'question'],
  run: () => openHelp({ at: 'ask' }),
});
registerAction({
  id: 'support.person',
  label: 'Write to the team',
  keywords: ['support', 'contact', 'human', 'chat'],
  run: () => openHelp({ at: 'new' }),
});
registerAction({
  id: 'support.inbox',
  label: 'Answer questions of users',
  keywords: ['support', 'inbox', 'help'],
  when: ({ role }) => role === 'admin',
  run: () => openHelp({ at: 'inbox' }),
});
