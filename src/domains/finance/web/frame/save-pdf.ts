/** Saves a document that the server draws; says so where it could not. */
import { attempt } from '../accounts/run-action.ts';

export const savePdf = (work: () => Promise<void>): void => void attempt('The document was not downloaded', work);
