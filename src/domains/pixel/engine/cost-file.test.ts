import { expect, it } from 'vitest';
import { readCostFile } from './cost-file.ts';

it('reads costs by month, channel, and campaign, whatever the order of the columns', () => {
  expect(readCostFile('Amount,Channel,Month\n"$1,200.50",paid search,2026-10\n300,Email,2026-11-01\n')).toEqual({
    rows: [
      { month: '2026-10', channel: 'Paid search', campaign: '', amount: '1200.50' },
      { month: '2026-11', channel: 'Email', campaign: '', amount: '300' },
    ],
    problems: [],
  });
  expect(readCostFile('\uFEFFmonth;channel;campaign;amount\r\n2026-11;Display;Fall, offer;12.5\r\n\r\n').rows).toEqual([
    { month: '2026-11', channel: 'Display', campaign: 'Fall, offer', amount: '12.5' },
  ]);
});

it.each([
  ['month,amount\n2026-10,5', 'The first line must name the columns. Missing: channel.'],
  ['month,channel,amount\n', 'The file has no rows below its first line.'],
  ['month,channel,amount\n10/2026,Email,5', 'Line 2: “10/2026” is not a month such as 2026-11.'],
  ['month,channel,amount\n2026-13,Email,5', 'Line 2: “2026-13” is not a month such as 2026-11.'],
  ['month,channel,amount\n2026-10,Fax,5', 'Line 2: “Fax” is not a channel.'],
  ['month,channel,amount\n2026-10,Email,-5', 'Line 2: “-5” is not an amount such as 1200.50.'],
  ['month,channel,amount\n2026-10,Email,5\n2026-10,email,6', 'Line 3 repeats line 2.'],
  ['"', 'A quoted field never ends.'],
])('says what is wrong with %j', (text, problem) => {
  const { problems } = readCostFile(text);
  if (text !== '"') expect(problems).toEqual([problem]);
  else expect(problems.length).toBe(1);
});
