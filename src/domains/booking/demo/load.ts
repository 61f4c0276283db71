/** Four booking types and a routing form of the agency, with bookings to come, past ones, a request, and a no-show. */
import { newId } from '../../../kernel/ids.ts';
import { currentWorkspaceId, inWorkspace, insertRow, insertRows, updateRows } from '../../../server/db/index.ts';
import type { DemoWorkspaceContext } from '../../../server/domain.ts';
import { paySample } from '../../connections/index.ts';
import { createRecord } from '../../crm/index.ts';
import type { BookingState, BookingType, NewBookingType } from '../contract.ts';
import { NEW_TYPE } from '../engine/new-type.ts';
import { freeSlots } from '../engine/slots.ts';
import { slotRequests } from '../server/hours.ts';
import { createRoute } from '../server/routing.ts';
import { sessionOf } from '../server/sessions.ts';
import { createType } from '../server/types.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

const TYPES: Partial<NewBookingType>[] = [
  {
    name: 'Intro call',
    slug: 'intro-call',
    description: 'A short call about your goals, and whether we are the right team for them.',
    place: 'We’ll call you',
    phone: 'required',
    reminders: [1_440, 60],
    textReminders: true,
    questions: [
      { label: 'What would you like to talk about?', kind: 'long', required: false, options: [] },
      {
        label: 'How large is your team?',
        kind: 'choice',
        required: true,
        options: ['Just me', '2 to 10', '11 to 50', 'More than 50'],
      },
    ],
  },
  {
    name: 'Product demo',
    slug: 'product-demo',
    description: 'We show the platform with data like yours.',
    durationMinutes: 60,
    stepMinutes: 30,
    bufferAfter: 15,
    place: 'Video call',
    dailyLimit: 3,
  },
  {
    name: 'On-site visit',
    slug: 'on-site-visit',
    description: 'We come by and plan the rollout together.',
    durationMinutes: 120,
    stepMinutes: 60,
    bufferBefore: 30,
    bufferAfter: 30,
    noticeMinutes: 2_880,
    place: 'Your office',
    needsApproval: true,
    assignment: 'all',
  },
  {
    name: 'Growth workshop',
    slug: 'growth-workshop',
    description: 'A working session in a small group: bring one goal, leave with a plan.',
    durationMinutes: 90,
    stepMinutes: 90,
    noticeMinutes: 1_440,
    place: 'Video call',
    assignment: 'priority',
    seats: 8,
    price: '49.00',
  },
];

interface Example {
  type: number;
  name: string;
  /** Days from today, backwards or ahead. */
  days: number;
  hour: number;
  state: BookingState;
  reason?: string;
  /** Seat of a group; its participants share one start. */
  seat?: number;
}
const BOOKINGS: readonly Example[] = [
  { type: 0, name: 'Nora Lindqvist', days: 1, hour: 10, state: 'confirmed' },
  { type: 0, name: 'Samuel Okoro', days: 2, hour: 14, state: 'confirmed' },
  { type: 1, name: 'Mia Chen', days: 3, hour: 11, state: 'confirmed' },
  { type: 2, name: 'Rafael Duarte', days: 6, hour: 13, state: 'pending' },
  { type: 0, name: 'Priya Raman', days: -1, hour: 9, state: 'confirmed' },
  { type: 0, name: 'Tom Beckett', days: -3, hour: 15, state: 'no_show' },
  { type: 1, name: 'Lena Fischer', days: -5, hour: 10, state: 'confirmed' },
  { type: 3, name: 'Grace Adeyemi', days: 5, hour: 15, state: 'confirmed', seat: 1 },
  { type: 3, name: 'Felix Baumann', days: 5, hour: 15, state: 'confirmed', seat: 2 },
  { type: 3, name: 'Ines Castro', days: 5, hour: 15, state: 'confirmed', seat: 3 },
  { type: 1, name: 'Owen Walsh', days: 4, hour: 16, state: 'canceled', reason: 'We found a vendor for this quarter.' },
];
const ANSWERS = ['Lead generation for our second location', '2 to 10'];

/** The free start that is nearest to the time that the example asks for. */
async function startOf(type: BookingType, { days, hour }: Example, now: number): Promise<number> {
  const wanted = now - (now % DAY) + days * DAY + hour * 60 * MINUTE;
  const span = [wanted - 4 * DAY, wanted + 4 * DAY] as const;
  const request = (await slotRequests(type, span, { now: span[0] - 3 * DAY }))[0];
  const free = request ? freeSlots(request).filter((at) => (days < 0 ? at < now - DAY / 2 : at > now + DAY / 2)) : [];
  return free.toSorted((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted))[0] ?? wanted;
}

async function addBooking(type: BookingType, example: Example, hostIds: readonly string[], at: number) {
  const { name, state, reason = '' } = example;
  const [firstName = '', lastName = ''] = name.split(' ');
  const email = `${firstName}.${lastName}@visitors.example`.toLowerCase();
  const isOff = state === 'canceled';
  const answers = type.questions.map(({ label }, n) => ({ question: label, answer: ANSWERS[n] ?? '' }));
  const instant = (time: number) => new Date(time).toISOString();
  const end = at + type.durationMinutes * MINUTE;
  const lead = await createRecord('lead', { firstName, lastName, email, source: 'Appointment', ownerId: hostIds[0]! });
  const activity = isOff
    ? null
    : await createRecord('activity', {
        type: 'meeting',
        subject: `${type.name}: ${name}`,
        dueAt: instant(at),
        durationMinutes: type.durationMinutes,
        place: type.place,
        ownerId: hostIds[0]!,
        leadId: lead.id,
        ...(example.days < 0 && { doneAt: instant(end), outcome: state === 'no_show' ? 'no_show' : 'held' }),
      });
  const id = newId();
  const workspaceId = currentWorkspaceId();
  await insertRow('bookings', {
    id,
    workspaceId,
    typeId: type.id,
    hostId: hostIds[0]!,
    state,
    name,
    email,
    answers,
    zone: 'America/New_York',
    startAt: instant(at),
    endAt: instant(end),
    sequence: state === 'pending' ? null : 0,
    ...(type.price !== null && {
      price: type.price,
      currency: type.currency,
      paidAt: instant(at - 9 * DAY),
      isTest: true,
    }),
    reason,
    leadId: lead.id,
    activityId: activity?.id ?? null,
  });
  await insertRows(
    'booking_hosts',
    hostIds.map((hostId) => ({
      workspaceId,
      bookingId: id,
      session: sessionOf(type, id, at),
      seat: example.seat ?? 1,
      seats: type.seats,
      hostId,
      typeId: type.id,
      startAt: instant(at),
      blockedFrom: instant(at - type.bufferBefore * MINUTE),
      blockedUntil: instant(end + type.bufferAfter * MINUTE),
      isOpen: !isOff,
    })),
  );
  if (type.price !== null) await paySeat(id, type);
}

/** What the booking cost was paid with a test card, so it can be refunded. */
async function paySeat(id: string, { name, price, currency }: BookingType): Promise<void> {
  const workspaceId = currentWorkspaceId();
  const paymentId = await paySample({
    workspaceId,
    amount: price!,
    currency,
    description: name,
    key: `booking:${id}`,
    returnTo: `/appointment-funnel?booking=${id}`,
    origin: { type: 'booking', id },
  });
  await updateRows('bookings', { paymentId }, { id, workspaceId });
}

/** A form that asks for the size of the team first. */
async function addRoute([call, demo]: readonly BookingType[]): Promise<void> {
  await createRoute({
    title: 'Talk to our team',
    slug: 'talk-to-us',
    description: 'Two questions, and you see the calendar of the right people.',
    questions: [
      { label: 'What would you like to do?', options: ['Learn more', 'See the platform', 'Get support'] },
      { label: 'How large is your team?', options: ['1 to 10', '11 to 50', 'More than 50'] },
    ],
    rules: [
      {
        answers: ['Get support', null],
        target: { message: 'Write to support@northgate-partners.example. We answer within a day.' },
      },
      { answers: ['See the platform', null], target: { typeId: demo!.id } },
      { answers: [null, 'More than 50'], target: { typeId: demo!.id } },
    ],
    fallback: { typeId: call!.id },
    isActive: true,
  });
}

export async function loadWorkspace({ workspace, workspaceId, people, now }: DemoWorkspaceContext): Promise<void> {
  if (workspace.key !== 'operations') return;
  const hostIds = people.slice(0, 2);
  const types = [];
  for (const fields of TYPES) types.push(await createType({ ...NEW_TYPE, ...fields, hostIds } as NewBookingType));
  await addRoute(types);
  let session = 0;
  for (const [n, example] of BOOKINGS.entries()) {
    const type = types[example.type]!;
    const hosts = type.assignment === 'all' ? hostIds : [type.seats > 1 ? hostIds[0]! : hostIds[n % hostIds.length]!];
    // In the host's name: nobody gets news of sample data.
    const at = (example.seat ?? 1) > 1 ? session : await startOf({ ...type, hostIds: hosts }, example, now.getTime());
    session = at;
    await inWorkspace(workspaceId, hosts[0]!, () => addBooking(type, example, hosts, at));
  }
}
