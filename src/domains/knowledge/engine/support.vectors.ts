/** Pairs of a passage and a sentence about it, written for this test: what a model gets right, and how it goes wrong. */

export interface SupportPair {
  passage: string;
  sentence: string;
  isSupported: boolean;
  /** What the pair is about. */
  about: string;
}

const yes = (about: string, passage: string, sentence: string): SupportPair => ({
  about,
  passage,
  sentence,
  isSupported: true,
});
const no = (about: string, passage: string, sentence: string): SupportPair => ({
  about,
  passage,
  sentence,
  isSupported: false,
});

const FEES =
  'Service fees\nLocal search has a setup fee of $750.00 and a monthly fee of $900.00. Paid search has a setup fee of $1,200.00 and a monthly fee of $1,500.00.';
const TABLE =
  'pricing.csv\nService: Local search; Setup fee: $750.00; Monthly fee: $900.00\nService: Social media; Setup fee: $600.00; Monthly fee: $1,100.00';
const REFUND =
  'Refunds\nRefunds of unused lamps arrive within 30 days. Refunds of broken lamps arrive within 5 business days. Gift cards are never refunded.';
const NOTICE =
  'Offboarding\nA client may leave with 30 days’ notice at the end of a month. We hand back all logins within five business days and delete our copies of personal data after 90 days.';
const HOURS =
  'Hours\nThe support desk answers on business days from 8:00 a.m. to 6:00 p.m. Central Time. The emergency line answers around the clock.';
const TEAM =
  'Team\nMarta Silva approves invoices of Olek Novak. Jan de Vries manages the Berlin office, and Priya Rao manages the Lisbon office.';
const RULES =
  'Rules\nVisitors are allowed in the lab before 6 p.m. Dogs are not allowed in the lab. Badges are required for visitors.';
const DATES =
  'Dates\nThe contract starts on March 3, 2026 and ends on April 30, 2027. The audit takes place in October 2026.';

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

export const SUPPORT_PAIRS: readonly SupportPair[] = [
  yes('same words', NOTICE, 'A client may leave with 30 days’ notice at the end of a month.'),
  yes('fewer words', NOTICE, 'Clients can leave with 30 days’ notice.'),
  yes('number as a word', NOTICE, 'All logins are handed back within 5 business days.'),
  yes('word as a number', NOTICE, 'Personal data is deleted after ninety days.'),
  yes('other unit', 'Delivery\nParcels arrive within 2 weeks.', 'Parcels arrive within 14 days.'),
  yes('hours for a day', 'Returns\nThe desk replies within one day.', 'The desk replies within 24 hours.'),
  yes('amount', FEES, 'The setup fee of paid search is 1,200 dollars.'),
  yes('amount without decimals', FEES, 'Local search costs $900 as a monthly fee.'),
  yes('amount in a table', TABLE, 'The setup fee of social media is $600.'),
  yes('another amount in a table', TABLE, 'The monthly fee of local search is $900.00.'),
  yes('both amounts', FEES, 'Paid search has a setup fee of $1,200 and a monthly fee of $1,500.'),
  yes('negation kept', REFUND, 'Gift cards are never refunded.'),
  yes('negation in other words', REFUND, 'Gift cards are not refunded.'),
  yes('the right one of two', REFUND, 'Refunds of broken lamps arrive within five working days.'),
  yes('the other of two', REFUND, 'Unused lamps are refunded within 30 days.'),
  yes('time', HOURS, 'The support desk answers from 8 am to 6 pm on business days.'),
  yes('time on 24 hours', HOURS, 'The support desk answers on business days until 18:00 Central Time.'),
  yes('around the clock', HOURS, 'The emergency line answers around the clock.'),
  yes('names', TEAM, 'Marta Silva approves the invoices of Olek Novak.'),
  yes('passive', TEAM, 'The Berlin office is managed by Jan de Vries.'),
  yes('last name alone', TEAM, 'Rao manages the Lisbon office.'),
  yes('allowed', RULES, 'Visitors are allowed in the lab before 6 p.m.'),
  yes('not allowed', RULES, 'Dogs are not allowed in the lab.'),
  yes('forbidden for not allowed', RULES, 'Dogs are prohibited in the lab.'),
  yes('required', RULES, 'Visitors must wear badges.'),
  yes('date', DATES, 'The contract starts on 3 March 2026.'),
  yes('date as numbers', DATES, 'The contract ends on 2027-04-30.'),
  yes('month', DATES, 'The audit takes place in October 2026.'),
  yes('day without year', DATES, 'The contract starts on March 3.'),
  yes(
    'moved clause',
    'Guarantee\nSetup fees are refunded in full when we miss the launch date.',
    'When we miss the launch date, setup fees are refunded in full.',
  ),
  yes('two clauses', REFUND, 'Unused lamps are refunded within 30 days, but gift cards are never refunded.'),
  yes(
    'percent',
    'Credits\nA late report gives a credit of 10% of the fee.',
    'The client gets a credit of 10 percent of the fee for a late report.',
  ),
  yes('not later than', 'Reports\nReports are sent no later than Friday.', 'Reports are sent by Friday.'),

  no('wrong number', NOTICE, 'A client may leave with 60 days’ notice at the end of a month.'),
  no('number of another fact', NOTICE, 'A client may leave with 90 days’ notice.'),
  no('number of another fact, near', NOTICE, 'We delete our copies of personal data after 30 days.'),
  no('wrong unit', NOTICE, 'We delete our copies of personal data after 90 hours.'),
  no('workdays for days', REFUND, 'Refunds of broken lamps arrive within 5 days.'),
  no('longer unit', 'Delivery\nParcels arrive within 2 weeks.', 'Parcels arrive within 2 months.'),
  no('wrong amount', FEES, 'The setup fee of paid search is $1,300.'),
  no('amount of another service', FEES, 'The setup fee of local search is $1,200.'),
  no('setup for monthly', FEES, 'Local search has a monthly fee of $750.'),
  no('amount of another row', TABLE, 'The setup fee of social media is $750.00.'),
  no('amount of another column', TABLE, 'The monthly fee of social media is $600.00.'),
  no('currency', FEES, 'The setup fee of paid search is €1,200.'),
  no(
    'percent for amount',
    'Credits\nA late report gives a credit of $10 of the fee.',
    'A late report gives a credit of 10% of the fee.',
  ),
  no('negation lost', REFUND, 'Gift cards are refunded.'),
  no('negation added', REFUND, 'Refunds of unused lamps do not arrive within 30 days.'),
  no('negation lost beside another', RULES, 'Dogs are allowed in the lab.'),
  no('opposite', RULES, 'Visitors are allowed in the lab after 6 p.m.'),
  no('forbidden', RULES, 'Visitors are prohibited in the lab before 6 p.m.'),
  no('optional', RULES, 'Badges are optional for visitors.'),
  no('at most for at least', 'Orders\nAn order has at least 20 crates.', 'An order has at most 20 crates.'),
  no(
    'more for less',
    'Discounts\nOrders of more than 50 crates get a discount.',
    'Orders of less than 50 crates get a discount.',
  ),
  no(
    'included',
    'Plans\nPhone support is excluded from the basic plan.',
    'Phone support is included in the basic plan.',
  ),
  no('time', HOURS, 'The support desk answers on business days until 8:00 p.m.'),
  no('swapped names', TEAM, 'Olek Novak approves invoices of Marta Silva.'),
  no('name of another', TEAM, 'Priya Rao manages the Berlin office.'),
  no('unknown name', TEAM, 'The Berlin office is managed by Klaus Weber.'),
  no('unknown name first', 'Lab\nIngrid signs the delivery notes.', 'Torsten signs the delivery notes.'),
  no('swapped roles', 'Terms\nThe agency pays the client.', 'The client pays the agency.'),
  no('swapped roles in passive', 'Terms\nThe agency pays the client.', 'The agency is paid by the client.'),
  no('day', DATES, 'The contract starts on March 13, 2026.'),
  no('month', DATES, 'The audit takes place in November 2026.'),
  no('year', DATES, 'The contract ends on April 30, 2028.'),
  no('start for end', DATES, 'The contract ends on March 3, 2026.'),
  no('invention', NOTICE, 'Our founder lives near the harbor.'),
  no('weekday', 'Pay\nPickers are paid every Friday.', 'Pickers are paid every Monday.'),

  yes('right', LEASE, 'The deposit is two months’ rent.'),
  yes('right', LEASE, 'The tenant gets the deposit back within three weeks after the keys are handed back.'),
  yes('right', LEASE, 'Subletting requires the landlord’s written consent.'),
  no('wrong', LEASE, 'The landlord pays the tenant a deposit of two months’ rent.'),
  no('wrong', LEASE, 'The deposit is returned within 21 weeks.'),
  no('wrong', LEASE, 'The deposit is three months’ rent.'),
  no('wrong', LEASE, 'Subletting does not require consent of the landlord.'),
  no('wrong', LEASE, 'The deposit is paid after moving in.'),
  yes('right', GYM, 'The family plan costs $59 per month.'),
  yes('right', GYM, 'The basic plan includes 2 guest passes.'),
  yes('right', GYM, 'Members under 16 may not use the sauna.'),
  yes('right', GYM, 'Lockers cost nothing for the first three months.'),
  no('wrong', GYM, 'The family plan costs $29 per month.'),
  no('wrong', GYM, 'The basic plan includes five guest passes.'),
  no('wrong', GYM, 'Members under 16 may use the sauna.'),
  no('wrong', GYM, 'Members over 16 may not use the sauna.'),
  no('wrong', GYM, 'Lockers are free for the first six months.'),
  yes('right', SHIP, 'Orders over $80 ship for free within the United States.'),
  yes('right', SHIP, 'Orders to Canada take 7 to 10 days.'),
  yes('right', SHIP, 'Batteries are not shipped by air.'),
  no('wrong', SHIP, 'Orders to Mexico take 7 to 10 days.'),
  no('wrong', SHIP, 'Orders under $80 ship free within the United States.'),
  no('wrong', SHIP, 'We ship batteries by air.'),
  no('wrong', SHIP, 'Returns must be posted within 40 days of delivery.'),
  no('wrong', SHIP, 'Orders over €80 ship free within the United States.'),
  yes('right', STAFF, 'Samuel Brandt joined in May 2019.'),
  yes('right', STAFF, 'Helena Ortiz and Lia Chen hold the interviews.'),
  no('wrong', STAFF, 'Samuel Brandt reports to Helena Ortiz.'),
  no('wrong', STAFF, 'Samuel Brandt joined in May 2020.'),
  no('wrong', STAFF, 'Lia Chen joined in May 2019.'),
  yes('right', SAFETY, 'The filter is replaced every six months.'),
  yes('right', SAFETY, 'Switch the pump off before you open the cover.'),
  no('wrong', SAFETY, 'The belt is replaced every 6 months.'),
  no('wrong', SAFETY, 'The pump must be switched off after the cover is opened.'),
  no('wrong', SAFETY, 'Gloves are not needed when cleaning the filter.'),
];
