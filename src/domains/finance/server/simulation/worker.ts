import { answerWith } from '../../../../server/threads/answer.ts';
import { simulate } from '../../engine/simulation/index.ts';

answerWith(simulate);
