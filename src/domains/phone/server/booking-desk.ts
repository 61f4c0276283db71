/** The appointments of one call: finds times, holds the chosen one, and books it as the public page does. */
import { AppError } from '../../../kernel/errors.ts';
import { moneyText } from '../../../kernel/money/money-text.ts';
import { currentWorkspaceId, query } from '../../../server/db/index.ts';
import { publishPaths } from '../../../server/events/emit.ts';
import { log } from '../../../server/observability/log.ts';
import { bookableType, endHold, nextStarts, PAY_MINUTES, placeHold, takeBooking } from '../../booking/index.ts';
import { APART_MINUTES, type DeskAnswer, type DeskOrder, OFFERED } from '../engine/booking-talk.ts';
import { PHONE } from '../paths.ts';
import type { LiveCall } from './store.ts';

export interface Appointment {
  at: number;
  name: string;
  /** E.164; blank: only the email address of the contact. */
  number: string;
  /** Where the caller named one. */
  email?: string;
}

/** What a caller is told of an appointment that costs something. */
const payText = (price: string, currency: string, byEmail: boolean): string =>
  `The time is held for you for ${PAY_MINUTES} minutes. It costs ${moneyText(price, currency)}. You get a link to pay by ${byEmail ? 'email' : 'text message'}, and it is confirmed once you have paid.`;

/** Bookings of one call: a caller may book for two, and nobody fills a calendar. */
const MAX_BOOKINGS = 3;

export class BookingDesk {
  readonly #call: LiveCall;
  #hold: string | null = null;
  /** What this call booked, or is booking, by type and start. */
  readonly #bookings = new Map<string, { at: number; words: Promise<string> }>();

  constructor(call: LiveCall) {
    this.#call = call;
  }

  /** The next free starts, in milliseconds. @throws AppError `not_found` for a type that takes no bookings */
  async starts(typeId: string, from: number | null, count = OFFERED): Promise<number[]> {
    const type = await this.#type(typeId);
    return nextStarts(type, { from: from ?? Date.now(), count, apart: APART_MINUTES, hold: this.#hold });
  }

  /** @throws AppError `conflict` when someone else has the time, `not_found` */
  async hold(typeId: string, at: number): Promise<void> {
    const type = await this.#type(typeId);
    if (this.#call.isLogged) this.#hold = await placeHold(type, at, this.#hold);
  }

  /**
   * Books in the caller's name, and keeps the booking with the call. A test call that is not logged books nothing. The
   * same time is booked once: a model that was interrupted while it booked asks again.
   * @returns what the caller is told
   * @throws AppError `conflict` when someone else has the time, `validation`, `rate_limited` after too many bookings
   */
  async book(typeId: string, appointment: Appointment): Promise<string> {
    const key = `${typeId} ${appointment.at}`;
    const known = this.#bookings.get(key);
    if (known) return known.words;
    if (this.#bookings.size >= MAX_BOOKINGS)
      throw new AppError('rate_limited', `One call can book at most ${MAX_BOOKINGS} appointments.`);
    const words = this.#book(typeId, appointment);
    this.#bookings.set(key, { at: appointment.at, words });
    // What failed may be tried again.
    words.catch(() => this.#bookings.delete(key));
    return words;
  }

  /** Starts that this call has booked. */
  async booked(): Promise<number[]> {
    const done = await Promise.allSettled([...this.#bookings.values()].map(({ words, at }) => words.then(() => at)));
    return done.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  }

  async #book(typeId: string, { at, name, number, email }: Appointment): Promise<string> {
    const type = await this.#type(typeId);
    const { contact, plan, isLogged, id } = this.#call;
    const address = email || contact?.email || '';
    const done = type.needsApproval
      ? 'Your request is noted. You get a message once it is confirmed.'
      : 'You’re booked.';
    const sent = address ? 'The details go to your email.' : 'You get the details by text message.';
    const words =
      type.price !== null
        ? payText(type.price, type.currency, address !== '')
        : type.needsApproval
          ? done
          : `${done} ${sent}`;
    if (!isLogged) return words;
    const visitor = {
      name: name || contact?.name || number || 'Caller',
      email: address,
      phone: number,
      wantsTexts: address === '',
      answers: [{ question: 'Booked on the phone with', answer: this.#call.agent.name }],
    };
    const booking = await takeBooking(type, at, plan.timeZone, visitor, this.#hold);
    this.#hold = null;
    await query(
      `update phone_calls set booking_id = $2, outcome = case
          when outcome in ('completed', 'abandoned', 'limit', 'failed') then 'booked' else outcome end where id = $1`,
      [id, booking.id],
    );
    await publishPaths(currentWorkspaceId(), [PHONE.calls]);
    return words;
  }

  /** Frees a time that was held and not booked. */
  async close(): Promise<void> {
    const hold = this.#hold;
    this.#hold = null;
    await endHold(hold);
  }

  /** Carries an order of the menu out. */
  async answer(typeId: string, order: DeskOrder): Promise<DeskAnswer> {
    try {
      if (order.do === 'find') return { type: 'found', starts: await this.starts(typeId, order.from) };
      if (order.do === 'book') return { type: 'booked', words: await this.book(typeId, order) };
      await this.hold(typeId, order.at);
      return { type: 'held' };
    } catch (error) {
      if (error instanceof AppError && error.code === 'conflict') return { type: 'taken' };
      if (!(error instanceof AppError))
        log().error({ err: error, callId: this.#call.id }, 'a call could not use the calendar');
      return { type: 'failed', why: error instanceof AppError ? error.message : 'The calendar could not be used.' };
    }
  }

  async #type(typeId: string) {
    const type = await bookableType(typeId);
    if (!type) throw new AppError('not_found', 'This booking type takes no bookings.');
    return type;
  }
}
