/** Every kind of record in the product. A domain with kinds of its own adds one line here. */
import { CRM_KINDS } from '../domains/crm/kinds.ts';

export const RECORD_CATALOG = { ...CRM_KINDS } as const;
