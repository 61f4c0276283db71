/** The domain's part of the walk in `src/smoke.db.test.ts`. */
import { defineSmokeWalk } from '../../testing/smoke.ts';
import { mailTemplates } from './contract.ts';

export default defineSmokeWalk({
  write: (person) => person.call(mailTemplates.create, { body: { name: 'Smoke template', text: 'Smoke' } }),
  read: (person) => person.call(mailTemplates.list),
  shows: 'Smoke template',
});
