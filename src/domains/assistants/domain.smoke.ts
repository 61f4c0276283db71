/** The domain's part of the walk in `src/smoke.db.test.ts`. */
import { newId } from '../../kernel/ids.ts';
import { defineSmokeWalk } from '../../testing/smoke.ts';
import { ask } from './contract.ts';

export default defineSmokeWalk({
  write: (person) =>
    person.send('POST', ask.question.path, {
      body: { conversationId: newId(), messageId: newId(), text: 'Smoke question?' },
    }),
  read: (person) => person.call(ask.list),
  shows: 'Smoke question?',
});
