import { expect, it } from 'vitest';
import { assignVisits, type CountedEvent, type CountedSite, type StoredVisit } from './assign.ts';
import { type Origin, originOf } from './channel.ts';
import { ValueLimit } from './rollup.ts';
import { clientOf, isProgram } from './user-agent.ts';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const SITE: CountedSite = {
  id: '11111111-1111-4111-8111-111111111111',
  workspaceId: '22222222-2222-4222-8222-222222222222',
  goals: [{ id: '33333333-3333-4333-8333-333333333333', kind: 'page', matches: '/thanks*', worth: '40' }],
  clock: (at) => ({ day: new Date(at).toISOString().slice(0, 10), hour: new Date(at).toISOString().slice(11, 13) }),
};
const VISITOR = '44444444-4444-8444-8444-444444444444';

const at = (time: string, day = '2026-03-02') => Date.parse(`${day}T${time.length === 5 ? `${time}:00` : time}Z`);
let count = 0;
const view = (time: number, more: Partial<CountedEvent> = {}): CountedEvent => ({
  id: `00000000-0000-4000-8000-${String(++count).padStart(12, '0')}`,
  site: SITE,
  at: time,
  kind: 'page',
  name: '',
  path: '/',
  origin: undefined,
  client: clientOf(CHROME),
  props: undefined,
  revenue: undefined,
  known: false,
  visitorId: VISITOR,
  formerId: undefined,
  ...more,
});
const from = (query: string): Origin | undefined => originOf(new URL(`https://example.com/?${query}`), '', () => false);
const assign = (events: CountedEvent[], known = new Map<string, StoredVisit[]>()) =>
  assignVisits(events, known, new ValueLimit());
const figures = (events: CountedEvent[], dimension: string) =>
  assign(events)
    .rollup.rows()
    .filter((row) => row.dimension === dimension)
    .map(({ value, visits, pageviews, bounces, seconds, goals, converted, revenue }) => ({
      value,
      visits,
      pageviews,
      bounces,
      seconds,
      goals,
      converted,
      revenue: revenue.toFixed(),
    }));

it.each([
  [['10:00:00', '10:10:00', '10:39:59'], 1],
  [['10:00:00', '10:30:01'], 2],
  [['10:55:00', '11:05:00'], 1],
  [['10:00:00', '10:30:00'], 1],
])('a visit ends after more than 30 minutes without an event: %j are %i', (times, visits) => {
  expect(assign(times.map((time) => view(at(time)))).visits).toHaveLength(visits);
});

it('keeps one visit with both touches when a second campaign brings the visitor back', () => {
  const { visits } = assign([
    view(at('10:00'), { origin: from('utm_source=a') }),
    view(at('10:05'), { origin: from('utm_source=b') }),
  ]);
  expect(visits.map(({ touches, origin }) => [touches, origin.source])).toEqual([[2, 'a']]);
});

it('counts no programs', () => {
  expect(isProgram('Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)')).toBe(true);
  expect(isProgram('curl/8.5.0')).toBe(true);
  expect(isProgram('')).toBe(true);
  expect(isProgram(CHROME)).toBe(false);
});

it('puts events that arrive out of order into the same visit', () => {
  const { visits } = assign([view(at('10:20'), { path: '/b' }), view(at('10:00'), { path: '/a' })]);
  expect(visits).toHaveLength(1);
  expect([visits[0]!.entryPath, visits[0]!.exitPath]).toEqual(['/a', '/b']);
});

it('adds up to the same figures whether events come in one batch or one by one', () => {
  const events = [
    view(at('10:00'), { path: '/', origin: from('utm_source=ads&utm_medium=cpc') }),
    view(at('10:02'), { path: '/pricing' }),
    view(at('10:03'), { kind: 'event', name: 'Signup', revenue: '12.50' }),
    view(at('10:04'), { path: '/thanks' }),
    view(at('11:00'), { path: '/' }),
  ];
  const known = new Map<string, StoredVisit[]>();
  const sums = new Map<string, number[]>();
  for (const event of events)
    for (const row of assign([event], known).rollup.rows()) {
      const key = `${row.dimension} ${row.value}`;
      const before = sums.get(key) ?? [0, 0, 0, 0, 0, 0];
      const now = [row.visits, row.visitors, row.pageviews, row.bounces, row.seconds, Number(row.revenue.toFixed())];
      sums.set(
        key,
        before.map((value, place) => value + now[place]!),
      );
    }
  const together = new Map(
    assign(events)
      .rollup.rows()
      .map((row) => [
        `${row.dimension} ${row.value}`,
        [row.visits, row.visitors, row.pageviews, row.bounces, row.seconds, Number(row.revenue.toFixed())],
      ]),
  );
  expect(Object.fromEntries(sums)).toEqual(Object.fromEntries(together));
});

it('counts a goal once for its visit, and its worth each time', () => {
  const events = [view(at('10:00'), { path: '/thanks' }), view(at('10:05'), { path: '/thanks/again' })];
  expect(figures(events, 'all')).toEqual([
    { value: '', visits: 1, pageviews: 2, bounces: 0, seconds: 300, goals: 2, converted: 1, revenue: '80' },
  ]);
  expect(figures(events, 'goal')).toEqual([
    expect.objectContaining({ value: SITE.goals[0]!.id, goals: 2, converted: 1, revenue: '80' }),
  ]);
});

it('goes on with the visit of the day before, and of a visitor who agrees to an identifier', () => {
  const yesterday = '55555555-5555-8555-8555-555555555555';
  const known = '66666666-6666-4666-8666-666666666666';
  const first = view(at('23:50', '2026-03-01'), { visitorId: yesterday });
  const second = view(at('00:05'), { formerId: yesterday });
  const third = view(at('00:10'), { visitorId: known, known: true, formerId: yesterday });
  const { visits } = assign([first, second, third]);
  expect(visits.map(({ visitorId, pageviews, known: agreed }) => [visitorId, pageviews, agreed])).toEqual([
    [known, 3, true],
  ]);
});

it('counts values beyond the limit together', () => {
  const limit = new ValueLimit();
  const values = Array.from({ length: 2_100 }, (_, n) => limit.admit('s', 'page', '2026-03-02', `/${n}`));
  expect(new Set(values).size).toBe(2_001);
  expect(limit.admit('s', 'page', '2026-03-02', '/7')).toBe('/7');
});
