/** Validates an agent beyond the format of its fields. */
import { isTimeZone } from '../../../kernel/wall-clock.ts';
import type { NewAgent } from '../contract.ts';
import { type MenuProblem, menuProblems } from './menu.ts';

/** Problems of hours and menu, with the field that each is about. */
export function agentProblems({
  timeZone,
  hours,
  steps,
}: Pick<NewAgent, 'timeZone' | 'hours' | 'steps'>): MenuProblem[] {
  const zone = isTimeZone(timeZone) ? [] : [{ field: 'timeZone', message: 'Choose a time zone.' }];
  const days = hours.flatMap(({ day, from, to }, n): MenuProblem[] => {
    if (hours.findIndex((one) => one.day === day) !== n)
      return [{ field: `hours.${n}.day`, message: 'Name each day once.' }];
    return from < to ? [] : [{ field: `hours.${n}.to`, message: 'Closing time must be after opening time.' }];
  });
  return [...zone, ...days, ...menuProblems(steps)];
}
