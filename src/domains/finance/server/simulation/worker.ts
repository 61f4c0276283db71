import { answerWith } from '../../../../server/threads/thread-entry.ts';
import { simulate } from '../../engine/simulation/index.ts';

answerWith(simulate);
