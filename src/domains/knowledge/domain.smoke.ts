/** The domain's part of the walk in `src/smoke.db.test.ts`. */
import { defineSmokeWalk } from '../../testing/smoke.ts';
import { knowledgeSources } from './contract.ts';

export default defineSmokeWalk({
  write: (person) => person.call(knowledgeSources.create, { body: { kind: 'notes', name: 'Smoke notes' } }),
  read: (person) => person.call(knowledgeSources.list),
  shows: 'Smoke notes',
});
