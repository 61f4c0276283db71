/** What the catalog shows of appointments. */
import { defineCatalogEntry } from '../../server/catalog.ts';
import { currentWorkspaceId, query } from '../../server/db/index.ts';

export const bookingEntry = defineCatalogEntry({
  id: 'booking',
  name: 'Appointment funnel',
  summary: 'Visitors book time with your team on a public page, and move or cancel it themselves.',
  category: 'Lead acquisition',
  page: '/appointment-funnel',
  needs: [
    { port: 'mail', required: false, why: 'Without one, confirmations and reminders stay on this server.' },
    { port: 'sms', required: false, why: 'Without one, reminders by text stay on the simulated handset.' },
    {
      port: 'payment',
      required: false,
      why: 'Without one, payments for appointments go to the embedded test gateway.',
    },
  ],
  allows: [
    'Adds a meeting to the host’s activities for each booking.',
    'Creates leads from visitors who are not in your contacts.',
    'Emails visitors and hosts about their appointments.',
    'Takes payments for appointments that have a price, and refunds them.',
  ],
  async usage(monthStart) {
    const [row] = await query<{ count: number }>(
      'select count(*)::int as count from bookings where workspace_id = $1 and created_at >= $2',
      [currentWorkspaceId(), monthStart.toISOString()],
    );
    return row!.count === 1 ? '1 booking' : `${row!.count} bookings`;
  },
});
