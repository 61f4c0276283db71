import type { Opportunity } from '../../../contract/opportunities.ts';
import type { PlainChange } from '../../../../../records/web/changes.ts';

/** What every field of the record saves by. */
export type SaveOpportunity = (change: PlainChange, base: Opportunity) => Promise<void>;
