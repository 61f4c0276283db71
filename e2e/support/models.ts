/** A language model for the browser's tests: a local server that answers what the test scripted. */
import type { TestModelServer } from '../../src/testing/model-server.ts';
import type { Api } from './api.ts';

/** The servers of the tests may call this port (`OUTGOING_ALLOW`). */
export const MODEL_PORT = 18_473;

/** Connects the model for the whole installation. @returns how to disconnect it */
export async function connectTestModel(_api: Api, _models: TestModelServer): Promise<() => Promise<void>> {
  throw new Error('not yet');
}
