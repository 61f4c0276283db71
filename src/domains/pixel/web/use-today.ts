import { dayAt } from '../../../kernel/days.ts';

/** The current day in the site's zone. */
export const todayIn = (timeZone: string): string => dayAt(new Date(), timeZone);
