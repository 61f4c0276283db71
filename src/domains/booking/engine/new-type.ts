import type { NewBookingType } from '../contract.ts';

/** What a new booking type starts with. */
export const NEW_TYPE: NewBookingType = {
  name: '',
  slug: '',
  description: '',
  place: '',
  durationMinutes: 30,
  stepMinutes: 30,
  bufferBefore: 0,
  bufferAfter: 0,
  noticeMinutes: 240,
  horizonDays: 30,
  dailyLimit: null,
  weeklyLimit: null,
  assignment: 'even',
  seats: 1,
  price: null,
  currency: 'USD',
  refundHours: 24,
  needsApproval: false,
  isActive: true,
  questions: [],
  hostIds: [],
  phone: 'optional',
  reminders: [1440],
  textReminders: false,
};
