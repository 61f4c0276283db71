/** The domain's part of the walk in `src/smoke.db.test.ts`. */
import { defineSmokeWalk } from '../../testing/smoke.ts';
import { contacts } from './contract.ts';

export default defineSmokeWalk({
  write: (person) => person.call(contacts.create, { body: { firstName: 'Wilhelmina', lastName: 'Smokehouse' } }),
  // With a slip in the name: found by parts of words.
  read: (person) => person.call(contacts.list, { query: { search: 'wilhelmna smokehouse' } }),
  shows: 'Smokehouse',
});
