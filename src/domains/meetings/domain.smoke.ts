/** The domain's part of the walk in `src/smoke.db.test.ts`. */
import { defineSmokeWalk } from '../../testing/smoke.ts';
import { meetings } from './contract.ts';

export default defineSmokeWalk({
  write: (person) =>
    person.call(meetings.create, {
      body: { title: 'Kickoff', heldAt: '2026-03-02T10:00:00.000Z', transcript: 'Ada: The harbor project starts now.' },
    }),
  read: (person) => person.call(meetings.list, { query: { search: 'harbor' } }),
  shows: 'The harbor project starts now.',
});
