/** Pairs that the check was not tuned on; the test holds the figure that it reaches on them. */
import type { SupportPair } from './support.vectors.ts';

const yes = (passage: string, sentence: string): SupportPair => ({
  about: 'right',
  passage,
  sentence,
  isSupported: true,
});
const no = (passage: string, sentence: string): SupportPair => ({
  about: 'wrong',
  passage,
  sentence,
  isSupported: false,
});

const LEASE =
  'Lease\nThe tenant pays the landlord a deposit of two months’ rent before moving in. The deposit is returned within 21 days after the keys are handed back, unless the flat is damaged. Subletting requires written consent of the landlord.';
const GYM =
  'Membership\nThe basic plan costs $29 a month and includes two guest passes. The family plan costs $59 a month and includes five guest passes. Members under 16 may not use the sauna. Lockers are free for the first three months.';
const SHIP =
  'Shipping\nOrders over $80 ship free within the United States. Orders to Canada take 7 to 10 days; orders to Mexico take 12 to 15 days. We do not ship batteries by air. Returns must be posted within 14 days of delivery.';
const STAFF =
  'Staff\nHelena Ortiz reports to Samuel Brandt. Samuel Brandt joined in May 2019. Interviews are held by Helena Ortiz and Lia Chen.';
const SAFETY =
  'Safety\nThe pump must be switched off before the cover is opened. Wear gloves when cleaning the filter. The filter is replaced every 6 months, the belt every 2 years.';

export const HELD_BACK_PAIRS: readonly SupportPair[] = [
  yes(LEASE, 'The deposit is two months’ rent.'),
  yes(LEASE, 'The tenant gets the deposit back within three weeks after the keys are handed back.'),
  yes(LEASE, 'Subletting requires the landlord’s written consent.'),
  no(LEASE, 'The landlord pays the tenant a deposit of two months’ rent.'),
  no(LEASE, 'The deposit is returned within 21 weeks.'),
  no(LEASE, 'The deposit is three months’ rent.'),
  no(LEASE, 'Subletting does not require consent of the landlord.'),
  no(LEASE, 'The deposit is paid after moving in.'),
  yes(GYM, 'The family plan costs $59 per month.'),
  yes(GYM, 'The basic plan includes 2 guest passes.'),
  yes(GYM, 'Members under 16 may not use the sauna.'),
  yes(GYM, 'Lockers cost nothing for the first three months.'),
  no(GYM, 'The family plan costs $29 per month.'),
  no(GYM, 'The basic plan includes five guest passes.'),
  no(GYM, 'Members under 16 may use the sauna.'),
  no(GYM, 'Members over 16 may not use the sauna.'),
  no(GYM, 'Lockers are free for the first six months.'),
  yes(SHIP, 'Orders over $80 ship for free within the United States.'),
  yes(SHIP, 'Orders to Canada take 7 to 10 days.'),
  yes(SHIP, 'Batteries are not shipped by air.'),
  no(SHIP, 'Orders to Mexico take 7 to 10 days.'),
  no(SHIP, 'Orders under $80 ship free within the United States.'),
  no(SHIP, 'We ship batteries by air.'),
  no(SHIP, 'Returns must be posted within 40 days of delivery.'),
  no(SHIP, 'Orders over €80 ship free within the United States.'),
  yes(STAFF, 'Samuel Brandt joined in May 2019.'),
  yes(STAFF, 'Helena Ortiz and Lia Chen hold the interviews.'),
  no(STAFF, 'Samuel Brandt reports to Helena Ortiz.'),
  no(STAFF, 'Samuel Brandt joined in May 2020.'),
  no(STAFF, 'Lia Chen joined in May 2019.'),
  yes(SAFETY, 'The filter is replaced every six months.'),
  yes(SAFETY, 'Switch the pump off before you open the cover.'),
  no(SAFETY, 'The belt is replaced every 6 months.'),
  no(SAFETY, 'The pump must be switched off after the cover is opened.'),
  no(SAFETY, 'Gloves are not needed when cleaning the filter.'),
];
