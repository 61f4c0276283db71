/** Three booking types, with a few bookings at the next free times. */
import type { DemoWorkspaceContext } from '../../../server/domain.ts';
import { freeSlots } from '../engine/slots.ts';
import { NEW_TYPE } from '../engine/new-type.ts';
import { takeBooking } from '../server/book.ts';
import { slotRequests } from '../server/hours.ts';
import { createType } from '../server/types.ts';

const TYPES = [
  {
    name: 'Intro call',
    slug: 'intro-call',
    durationMinutes: 30,
    place: 'Phone',
    questions: ['What would you like to talk about?'],
  },
  { name: 'Product demo', slug: 'product-demo', durationMinutes: 60, place: 'Video call', questions: [] },
  {
    name: 'On-site visit',
    slug: 'on-site-visit',
    durationMinutes: 120,
    place: 'Your office',
    questions: [],
    needsApproval: true,
  },
];
const VISITORS = ['Nora Lindqvist', 'Samuel Okoro', 'Mia Chen'];

export async function loadWorkspace({ workspace, people, now }: DemoWorkspaceContext): Promise<void> {
  if (workspace.key !== 'operations') return;
  for (const [n, fields] of TYPES.entries()) {
    const type = await createType({
      ...NEW_TYPE,
      stepMinutes: fields.durationMinutes,
      ...fields,
      hostIds: people.slice(0, 2),
    });
    const from = now.getTime();
    const requests = await slotRequests(type, [from, from + 7 * 86_400_000]);
    const at = requests.flatMap((request) => freeSlots(request))[n * 3];
    const name = VISITORS[n]!;
    if (at !== undefined)
      await takeBooking(type, at, 'America/New_York', {
        name,
        email: `${name.toLowerCase().replace(' ', '.')}@visitors.example`,
        phone: '',
        answers: type.questions.map((question) => ({ question, answer: 'Your services and prices' })),
      });
  }
}
