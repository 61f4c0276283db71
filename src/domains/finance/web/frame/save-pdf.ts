/** Saves a document that the server draws; says so where it could not. */
import { attempt } from '../accounts/run-action.ts';

export const savePdf = (work: () => Promise<void>): void => void attempt('Couldn’t download the document', work);
