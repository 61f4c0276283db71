import type { SessionUser } from '../../../web/api/session.ts';
import { defineSlot } from '../../../web/slots.ts';

/** Above the dashboard's widgets. */
export const DASHBOARD_TOP = defineSlot<{ user: SessionUser }>('dashboard.top');
