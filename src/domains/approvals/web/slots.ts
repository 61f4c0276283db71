import { defineSlot } from '../../../web/slots.ts';

/** Information about a possible lead, shown while the entry waits for a decision. */
export const LEAD_CHECK = defineSlot<{
  entry: { firstName: string; lastName: string; companyName: string; title: string; email: string; phone: string };
  source: string;
  about: string;
}>('approvals.lead-check');
