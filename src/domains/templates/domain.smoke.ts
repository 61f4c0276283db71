/** The domain's part of the walk in `src/smoke.db.test.ts`. */
import { defineSmokeWalk } from '../../testing/smoke.ts';
import { templates } from './contract.ts';

export default defineSmokeWalk({
  write: (person) => person.call(templates.duplicate, { params: { ref: 'dental-practice' } }),
  read: async (person) => (await person.call(templates.list)).items.filter(({ version }) => version !== null),
  shows: 'ental',
  isShared: true,
});
