/** Saves a document that the server draws. */
import { download } from '../../../../web/api/request.ts';
import { attempt } from '../accounts/act.ts';

export const savePdf: typeof download = async (...asked) => {
  await attempt('The document was not downloaded', () => download(...asked));
};
