import { expect, it } from 'vitest';
import { type Reason, withOthersChanges } from './reasons-edit.ts';

const saved = (id: string, label: string): Reason => ({ id, outcome: 'lost', label, key: id });
const price = saved('1', 'Price');
const time = saved('2', 'Time');
const added: Reason = { outcome: 'lost', label: 'Typed here', key: 'new' };

it('keeps what is typed in the reasons while someone else saves others', () => {
  const edit = { base: [price, time], reasons: [{ ...price, label: 'Too dear' }, time, added] };
  const known = [saved('1', 'Costs'), saved('2', 'Timing'), saved('3', 'Rival')];
  expect(withOthersChanges(edit, known).map(({ label }) => label)).toEqual([
    'Too dear',
    'Timing',
    'Typed here',
    'Rival',
  ]);
});

it('leaves out reasons that were taken out, here or elsewhere', () => {
  expect(withOthersChanges({ base: [price, time], reasons: [time] }, [price, time])).toEqual([time]);
  expect(withOthersChanges({ base: [price, time], reasons: [time, price] }, [price])).toEqual([price]);
});
