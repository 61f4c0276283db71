import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import { encodeFilter, type Filter } from '../../../../../kernel/filter-terms.ts';
import { ApiError, messageFor } from '../../../../../web/api/error.ts';
import { call, read } from '../../../../../web/api/request.ts';
import { underWay } from '../../../../../web/api/pending-changes.ts';
import { announce } from '../../../../../web/shell/announcer.tsx';
import { toast } from '../../../../../web/shell/toast.ts';
import { type Board, type Card, opportunities, type OpportunityFields } from '../../../contract/opportunities.ts';
import type { Stage } from '../../../contract/pipelines.ts';
import { CRM } from '../../../paths.ts';
import { offerUndo } from '../../../../../web/shell/undo.ts';
import { applyMoves, type CardMove } from './moves.ts';

/** Cards of each column that are read at first, and as one scrolls. */
const STEPS = [60, 250, 1000, 2000] as const;

/** A move that the stage refused because fields are missing: they are asked for. */
export interface Demand {
  card: Card;
  stage: Stage;
  afterId: string | null;
  missing: string[];
  message: string;
}

interface BoardOptions {
  pipelineId: string;
  search: string;
  filter: Filter;
  closedDays: number;
  stages: readonly Stage[];
}

/** The board of a pipeline, with moves that show at once. */
export function useBoard({ pipelineId, search, filter, closedDays, stages }: BoardOptions) {
  const client = useQueryClient();
  const [step, setStep] = useState(0);
  const [moves, setMoves] = useState<readonly CardMove[]>([]);
  const [demand, setDemand] = useState<Demand | null>(null);
  const options = read(opportunities.board, {
    query: {
      pipelineId,
      search: search.trim() || undefined,
      filter: encodeFilter(filter),
      closedDays,
      limit: STEPS[step]!,
    },
  });
  const { queryKey } = options;
  const query = useQuery({ ...options, placeholderData: keepPreviousData });
  const board = useMemo(() => query.data && applyMoves(query.data, moves), [query.data, moves]);
  /** Newest version of what was moved here: the next move of a card need not wait for the board to be read again. */
  const versions = useRef(new Map<string, number>());
  const turns = useRef(new Map<string, Promise<unknown>>());

  const send = useCallback(async (move: CardMove, set?: OpportunityFields) => {
    const before = turns.current.get(move.card.id);
    const turn = underWay(
      (async () => {
        await before?.catch(() => undefined);
        const version = Math.max(versions.current.get(move.card.id) ?? 0, move.card.version);
        return call(opportunities.move, {
          params: { id: move.card.id },
          body: { stageId: move.toStage, afterId: move.afterId, version, ...(set && { set: set }) },
        });
      })(),
    );
    turns.current.set(move.card.id, turn);
    const saved = await turn;
    versions.current.set(saved.id, saved.version);
    return saved;
  }, []);

  const perform = useCallback(
    async (move: CardMove, set?: OpportunityFields): Promise<void> => {
      const stage = stages.find((one) => one.id === move.toStage)!;
      // An older answer must not put the card back before the server has spoken.
      await client.cancelQueries({ queryKey });
      setMoves((now) => [...now, move]);
      const settle = () => setMoves((now) => now.filter((other) => other !== move));
      try {
        const saved = await send(move, set);
        client.setQueryData<Board>(
          queryKey,
          (now) => now && applyMoves(now, [{ ...move, card: { ...move.card, version: saved.version } }]),
        );
        settle();
        announce(`${move.card.name} moved to ${stage.name}.`, 'polite');
        void client.invalidateQueries({ queryKey: [CRM.opportunities] });
        void client.invalidateQueries({ queryKey: [queryKey[0]] });
      } catch (error) {
        settle();
        const missing = missingOf(error);
        if (set) {
          // The dialog stays open and asks for the rest, too.
          if (missing) setDemand((now) => now && { ...now, missing: [...new Set([...now.missing, ...missing])] });
          throw error;
        }
        if (missing)
          setDemand({ card: move.card, stage, afterId: move.afterId, missing, message: messageFor(error, '') });
        else {
          const stale = error instanceof ApiError && error.code === 'stale';
          toast({
            type: 'error',
            title: `Couldn’t move ${move.card.name}`,
            description: stale
              ? 'Someone else changed it in the meantime. The board is up to date now. Move it again.'
              : messageFor(error, 'The move could not be saved.'),
          });
          void client.invalidateQueries({ queryKey: [queryKey[0]] });
        }
        throw error;
      }
    },
    [client, queryKey, send, stages],
  );

  /** Moves a card, and offers the way back when it came into another stage. */
  const move = useCallback(
    async (card: Card, toStage: string, afterId: string | null, set?: OpportunityFields): Promise<void> => {
      const column = client
        .getQueryData<Board>(queryKey)
        ?.columns.find((one) => one.cards.some((other) => other.id === card.id));
      const at = column?.cards.findIndex((one) => one.id === card.id) ?? -1;
      const wasAfter = column?.cards[at - 1]?.id ?? null;
      const stage = stages.find((one) => one.id === toStage)!;
      if (!set && stage.outcome === 'lost' && card.stageId !== toStage) {
        // Asked before the move: a refused one would put the card back first.
        setDemand({ card, stage, afterId, missing: ['closeReasonId'], message: 'Say why it was lost.' });
        return;
      }
      await perform({ card, toStage, afterId }, set);
      offerUndo({
        title:
          card.stageId === toStage ? `${card.name} reordered in ${stage.name}` : `${card.name} moved to ${stage.name}`,
        quiet: card.stageId === toStage,
        undo: () => perform({ card, toStage: card.stageId, afterId: wasAfter }),
      });
    },
    [client, perform, queryKey, stages],
  );

  return {
    board,
    error: query.error,
    retry: () => void query.refetch(),
    outdated: query.isPlaceholderData,
    move,
    demand,
    closeDemand: () => setDemand(null),
    /** A column was scrolled to the end of what is loaded. */
    more: useCallback(() => {
      if (!query.isFetching) setStep((now) => Math.min(now + 1, STEPS.length - 1));
    }, [query.isFetching]),
  };
}

/** The fields that a stage demands, when that is why the move was refused. */
function missingOf(error: unknown): string[] | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const details = error.parsed?.details as { missing?: unknown } | undefined;
  return Array.isArray(details?.missing) ? details.missing.map(String) : undefined;
}
