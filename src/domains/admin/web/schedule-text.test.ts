import { expect, it } from 'vitest';
import { scheduleText } from './schedule-text.ts';

it.each([
  ['every 900 s', 'every 15 minutes'],
  ['every 1 s', 'every second'],
  ['every 3600 s', 'every hour'],
  ['every 90 s', 'every 90 seconds'],
  ['20 3 * * * UTC', '20 3 * * * UTC'],
])('%s is %s', (schedule, text) => {
  expect(scheduleText(schedule)).toBe(text);
});
