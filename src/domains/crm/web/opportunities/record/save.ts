import type { Opportunity } from '../../../contract/opportunities.ts';
import type { PlainChange } from '../../../../../records/web/changes.ts';

/** Saves a field of the record. */
export type SaveOpportunity = (change: PlainChange, base: Opportunity) => Promise<void>;
