/** Previews a submission without creating anything. */
import type { ResponseOf } from '../../../../kernel/endpoint.ts';
import { newId } from '../../../../kernel/ids.ts';
import { currentWorkspaceId, query, savepoint, transaction } from '../../../../server/db/index.ts';
import type { leads, NewLead } from '../../contract/leads.ts';
import { BLANK_LEAD } from '../../engine/leads/lead-data.ts';
import { applyToLead } from './input.ts';
import { scoreLeads } from './scoring.ts';
import { insertLeads } from './write.ts';

type Preview = ResponseOf<typeof leads.preview>;

/** Carries the figures out of what is taken back. */
class TakenBack extends Error {
  readonly preview: Preview;

  constructor(preview: Preview) {
    super('The lead was made to be looked at only');
    this.preview = preview;
  }
}

/**
 * Scores a lead by the rules as they are: it is made, scored and taken back within the transaction, so that the answer
 * is exactly what would happen. No one hears of it.
 * @throws AppError `validation`
 */
export function previewLead(input: NewLead): Promise<Preview> {
  return transaction(async () => {
    const data = await applyToLead(BLANK_LEAD, input);
    try {
      return await savepoint(async (): Promise<Preview> => {
        const id = newId();
        await insertLeads([{ id, data }]);
        await scoreLeads([id]);
        const [row] = await query<Preview>(
          'select score, score_reasons as reasons from leads where id = $1 and workspace_id = $2',
          [id, currentWorkspaceId()],
        );
        throw new TakenBack(row!);
      });
    } catch (error) {
      if (error instanceof TakenBack) return error.preview;
      throw error;
    }
  });
}
