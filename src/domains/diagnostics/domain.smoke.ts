/** The domain's part of the walk in `src/smoke.db.test.ts`. */
import { defineSmokeWalk } from '../../testing/smoke.ts';
import { reports } from './contract.ts';

export default defineSmokeWalk({
  write: (person) =>
    person.call(reports.create, { body: { kind: 'error', detail: 'Smoke report', page: '/contacts', build: 'b1' } }),
  read: (person) => person.call(reports.list),
  shows: 'Smoke report',
  isShared: true,
});
