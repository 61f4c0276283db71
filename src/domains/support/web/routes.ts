import { registerShortcuts } from '../../../web/shell/shortcuts.ts';
import { openHelp } from './panel-state.ts';

registerShortcuts([{ keys: 'g h', label: 'Open help', group: 'Go to', run: () => openHelp() }]);
