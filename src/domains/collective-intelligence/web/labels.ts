/** Words for the states of a council. */
import type { CouncilState } from '../contract.ts';

export const COUNCIL_STATES: Readonly<
  Record<CouncilState, { label: string; tone: 'neutral' | 'info' | 'success' | 'danger' }>
> = {
  answering: { label: 'Answering', tone: 'info' },
  ranking: { label: 'Ranking', tone: 'info' },
  concluding: { label: 'Concluding', tone: 'info' },
  done: { label: 'Done', tone: 'success' },
  failed: { label: 'Failed', tone: 'danger' },
  stopped: { label: 'Stopped', tone: 'neutral' },
};
