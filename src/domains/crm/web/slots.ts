import type { SessionUser } from '../../../web/api/session.ts';
import { defineSlot } from '../../../web/slots.ts';
import type { Opportunity } from '../contract/opportunities.ts';

/** Above the dashboard's widgets. */
export const DASHBOARD_TOP = defineSlot<{ user: SessionUser }>('dashboard.top');

/** Beside the buttons of an opportunity's page. */
export const OPPORTUNITY_ACTIONS = defineSlot<{ opportunity: Opportunity }>('opportunity.actions');
