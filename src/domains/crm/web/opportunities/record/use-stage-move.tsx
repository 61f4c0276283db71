import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ApiError, messageFor } from '../../../../../web/api/error.ts';
import { call, read } from '../../../../../web/api/request.ts';
import { toast } from '../../../../../web/shell/toast.ts';
import { type Opportunity, type OpportunityFields, opportunities } from '../../../contract/opportunities.ts';
import { type Pipeline, pipelines, type Stage } from '../../../contract/pipelines.ts';
import { CRM } from '../../../paths.ts';
import { useRowCache } from '../../../../../records/web/use-rows.ts';
import { offerUndo, onlyIfUnchanged } from '../../../../../web/shell/undo.ts';
import { StageDialog } from '../board/stage-dialog.tsx';

const ALL_PIPELINES = read(pipelines.list, { query: { archived: '1' } });

interface Asking {
  stage: Stage;
  fields: string[];
  reason: string;
}

export interface StageMove {
  pipeline: Pipeline | undefined;
  /** Moves at once; what the stage demands is asked for when it is missing. */
  moveTo: (stage: Stage) => void;
  /** Asks for the reason, then closes it. */
  close: (outcome: 'won' | 'lost') => void;
  reopen: () => void;
  busy: boolean;
  /** The question that is open; draw it once on the page. */
  dialog: ReactNode;
}

/** Moving an opportunity along its pipeline from its record. */
export function useStageMove(opportunity: Opportunity): StageMove {
  const { id, name } = opportunity;
  const client = useQueryClient();
  const rows = useRowCache<Opportunity>('opportunity');
  const pipeline = useQuery(ALL_PIPELINES).data?.items.find((one) => one.id === opportunity.pipelineId);
  const [asking, setAsking] = useState<Asking | null>(null);
  const [busy, setBusy] = useState(false);

  const show = (saved: Opportunity) => {
    client.setQueryData([`${CRM.opportunities}/${id}`], saved);
    rows.put(saved);
    for (const part of ['timeline', 'stages'])
      void client.invalidateQueries({ queryKey: [`${CRM.opportunities}/${id}/${part}`] });
    void client.invalidateQueries({ queryKey: [`${CRM.opportunities}/board`] });
  };
  const present = () => client.getQueryData<Opportunity>([`${CRM.opportunities}/${id}`]) ?? opportunity;
  const send = async (stageId: string, set?: OpportunityFields, version = present().version) => {
    const saved = await call(opportunities.move, {
      params: { id },
      body: { stageId, version, ...(set && { set: set }) },
    });
    show(saved);
    return saved;
  };
  const move = async (stage: Stage, set?: OpportunityFields) => {
    const from = opportunity.stage.id;
    setBusy(true);
    try {
      await send(stage.id, set);
      offerUndo({
        title: `${name} moved to ${stage.name}`,
        undo: async () => {
          const now = await call(opportunities.get, { params: { id } });
          onlyIfUnchanged(stage.id, now.stage.id);
          await send(from, undefined, now.version);
        },
      });
    } catch (error) {
      if (set) throw error;
      const missing =
        error instanceof ApiError ? (error.parsed?.details as { missing?: string[] } | undefined)?.missing : undefined;
      if (missing) setAsking({ stage, fields: missing, reason: messageFor(error, '') });
      else
        toast({
          type: 'error',
          title: `Couldn’t move ${name}`,
          description: messageFor(error, 'The move could not be saved.'),
        });
      if (error instanceof ApiError && error.code === 'stale')
        void client.invalidateQueries({ queryKey: [`${CRM.opportunities}/${id}`] });
    } finally {
      setBusy(false);
    }
  };
  const reopen = async () => {
    setBusy(true);
    try {
      show(await call(opportunities.reopen, { params: { id }, body: { version: present().version } }));
      toast({ type: 'success', title: `${name} reopened` });
    } catch (error) {
      toast({ type: 'error', title: `Couldn’t reopen ${name}`, description: messageFor(error, 'Try again.') });
    } finally {
      setBusy(false);
    }
  };
  const close = async (outcome: 'won' | 'lost') => {
    try {
      // A click before the pipelines are loaded waits for them.
      const { items } = await client.ensureQueryData(ALL_PIPELINES);
      const stage = items
        .find((one) => one.id === opportunity.pipelineId)
        ?.stages.find((one) => one.outcome === outcome);
      if (stage)
        setAsking({
          stage,
          fields: ['closeReasonId', 'closeNote'],
          reason:
            outcome === 'won'
              ? 'What decided it? This helps you win the next one.'
              : 'What was the reason? This shows where to improve.',
        });
    } catch (error) {
      toast({
        type: 'error',
        title: `Couldn’t close ${name}`,
        description: messageFor(error, 'The pipeline could not be loaded. Try again.'),
      });
    }
  };
  return {
    pipeline,
    busy,
    moveTo: (stage) => void move(stage),
    close: (outcome) => void close(outcome),
    reopen: () => void reopen(),
    dialog: asking && (
      <StageDialog
        name={name}
        stage={asking.stage}
        fields={asking.fields}
        reason={asking.reason}
        currency={opportunity.currency}
        recordId={id}
        onClose={() => setAsking(null)}
        onSubmit={(set) => move(asking.stage, set)}
      />
    ),
  };
}
