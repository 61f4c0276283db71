/** How long an opportunity has been where, and whether it is stuck. */

const DAY_MS = 86_400_000;

export interface Stay {
  stageId: string;
  stageName: string;
  /** Instants, ISO 8601 in UTC. */
  enteredAt: string;
  /** Null: it is there still. */
  leftAt: string | null;
}

export interface TimeInStage {
  stageId: string;
  stageName: string;
  /** Milliseconds, all its stays together. */
  time: number;
  stays: number;
  /** It is there now. */
  current: boolean;
}

/** Time spent in each stage until `now`, in the order in which the stages were first entered. */
export function timeInStages(stays: readonly Stay[], now: Date): TimeInStage[] {
  const stages = new Map<string, TimeInStage>();
  for (const stay of stays.toSorted((one, other) =>
    one.enteredAt < other.enteredAt ? -1 : one.enteredAt > other.enteredAt ? 1 : 0,
  )) {
    const stage = stages.get(stay.stageId) ?? {
      stageId: stay.stageId,
      stageName: stay.stageName,
      time: 0,
      stays: 0,
      current: false,
    };
    stages.set(stay.stageId, stage);
    stage.time += Math.max(
      0,
      (stay.leftAt === null ? now.getTime() : Date.parse(stay.leftAt)) - Date.parse(stay.enteredAt),
    );
    stage.stays += 1;
    stage.current ||= stay.leftAt === null;
  }
  return [...stages.values()];
}

/** Whole days between an instant and now, never negative. */
export function daysSince(instant: string, now: Date): number {
  return Math.max(0, Math.floor((now.getTime() - Date.parse(instant)) / DAY_MS));
}
