/** Split tests: a step with a second variant of its blocks. */
import type { FunnelDocument, Step } from '../contract/document.ts';

export type Half = 'a' | 'b';

/** The step as a half of its visitors sees it. */
export const stepOfHalf = (step: Step, half: Half): Step =>
  half === 'b' && step.split ? { ...step, blocks: step.split.blocks } : step;

/** The half that a visitor belongs to. @param place between 0 and 1, the same each time the visitor comes */
export const halfAt = ({ split }: Step, place: number): Half => (split && place < split.share / 100 ? 'b' : 'a');

/** Name under which a half is counted. Each test has names of its own, so a new one starts with nothing. */
export const variantOf = ({ split }: Step, half: Half): string => (split ? `${split.id}-${half}` : 'a');

/** A link's reference to its step: `offer`, or `offer.b` during a split test. */
export const markOf = (step: Step, half: Half): string => (step.split ? `${step.id}.${half}` : step.id);

/** The step and the half that a mark names; undefined for a step that is gone. */
export function readMark({ steps }: FunnelDocument, mark: string): { step: Step; half: Half } | undefined {
  const [id, half] = mark.split('.');
  const step = steps.find((one) => one.id === id);
  return step && { step, half: half === 'b' && step.split ? 'b' : 'a' };
}
