/** Bringing an opportunity to a stage without having read it before, as workflows do: by the same rules as by hand. */
import { invalid } from '../../../../kernel/errors.ts';
import type { Outcome } from '../../contract/pipelines.ts';
import { listPipelines } from '../pipelines/pipelines.ts';
import { listReasons } from '../pipelines/reasons.ts';
import { bringToStage, checkStage } from './service.ts';

export interface StageAim {
  stageId: string;
  stage: string;
  pipeline: string;
  outcome: Outcome;
  /** Null where none was named, and for stages that close nothing. */
  closeReasonId: string | null;
  reason: string;
  /** It stands there already: nothing will change. */
  there: boolean;
}

/**
 * Where an opportunity would go, with everything looked up; nothing is written.
 * @param id undefined for an opportunity that is still to be made: what the stage demands is not asked of it
 * @param reason name of a reason for winning or losing; blank for none
 * @throws AppError `validation` for a stage or a reason that is not there, and with what the stage demands and the
 *   opportunity lacks; `not_found`
 */
export async function aimAtStage(id: string | undefined, stageId: string, reason: string): Promise<StageAim> {
  const pipeline = (await listPipelines()).find(({ stages }) => stages.some((stage) => stage.id === stageId));
  const stage = pipeline?.stages.find((one) => one.id === stageId);
  if (!pipeline || !stage) throw invalid('stageId', 'This stage no longer exists.');
  const found =
    stage.outcome === 'open' || reason === ''
      ? undefined
      : (await listReasons()).find(
          ({ outcome, label, archived }) =>
            !archived && outcome === stage.outcome && label.toLowerCase() === reason.toLowerCase(),
        );
  if (stage.outcome !== 'open' && reason !== '' && !found)
    throw invalid('reason', `There is no reason “${reason}” for what was ${stage.outcome}.`);
  const aim = {
    stageId,
    stage: stage.name,
    pipeline: pipeline.name,
    outcome: stage.outcome,
    closeReasonId: found?.id ?? null,
    reason: found?.label ?? '',
  };
  return { ...aim, there: id !== undefined && (await checkStage(id, stageId, reasonOf(aim))) };
}

/** Does what was aimed at. @returns whether it changed @throws AppError as `aimAtStage` */
export function followAim(id: string, aim: StageAim): Promise<boolean> {
  return bringToStage(id, aim.stageId, reasonOf(aim));
}

const reasonOf = ({ closeReasonId }: Pick<StageAim, 'closeReasonId'>) =>
  closeReasonId === null ? {} : { closeReasonId };
