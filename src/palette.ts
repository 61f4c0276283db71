/** Every domain's entries of the command palette; loaded with it. */
import './domains/automation/web/palette.ts';
import './domains/clients/web/palette.ts';
import './domains/crm/web/palette.ts';
import './domains/finance/web/palette.ts';
import './domains/identity/web/palette.ts';
import './domains/support/web/palette.ts';
