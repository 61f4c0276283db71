import { CLIENTS_AUTOMATION } from './clients-automation.ts';
import { CRM } from './crm.ts';
import { FINANCE } from './finance.ts';
import { HOUSE } from './platform.ts';
import type { Row } from './rows.ts';

/** The whole table: every call of the API, by `METHOD /path`. */
export const PERMISSIONS: Readonly<Record<string, Row>> = { ...HOUSE, ...CRM, ...CLIENTS_AUTOMATION, ...FINANCE };
