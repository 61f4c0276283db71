/** Embeddings without a service: Google's Universal Sentence Encoder Lite, in a thread that starts when it is needed. */
import * as z from 'zod';
import { Thread } from '../../threads/thread.ts';
import { defineProvider } from '../define.ts';
import { embedInBatches } from './port.ts';

const DIMENSIONS = 512;
/** Small batches, so that a search need not wait for an import: a text takes about 20 ms, a long one 50. */
const BATCH = 4;
/** It reads 128 pieces of words, which are 400 to 640 characters of English; the rest would only cost time. */
const LONGEST = 800;

const thread = new Thread<string[], number[][]>({
  file: new URL('./worker.ts', import.meta.url),
  busy: 'The embedded model has too much to do. Try again in a moment.',
  interrupted: 'The embedded model stopped before it was done.',
  mostWaiting: 100,
  idleAfter: 120_000,
  // The model itself lies outside of these; without them the thread takes 150 MB more.
  resourceLimits: { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 96 },
});

export const stopEmbeddedModel = (): Promise<void> => thread.stop();

export const embeddedEmbedding = defineProvider({
  port: 'embedding',
  id: 'embedded',
  name: 'Embedded model',
  summary:
    'Embedded. Finds related wording in English texts. It is weak: it takes opposites for relatives and reads no other language.',
  embedded: true,
  settings: z.object({}),
  secrets: [],
  open: () => ({
    model: 'universal-sentence-encoder-lite',
    dimensions: DIMENSIONS,
    embed: (texts, signal) =>
      embedInBatches(texts, { most: BATCH, longest: LONGEST, dimensions: DIMENSIONS }, (batch) =>
        thread.run(batch, signal),
      ),
  }),
  verify: async () => {},
});
