/** Labels of parts and states. */
import type { Counts } from '../contract/templates.ts';
import { type Part, PARTS } from '../contract/parts.ts';
import type { InstallState, PlanState, StampState } from '../contract/installs.ts';
import type { OnboardingState } from '../contract/onboarding.ts';

/** In the order in which they are stamped. */
export const PART_ORDER: readonly Part[] = PARTS;
export const PART_WORDS: Readonly<Record<Part, string>> = {
  fields: 'Fields',
  pipelines: 'Pipelines',
  closeReasons: 'Won and lost reasons',
  examples: 'Sample records',
  views: 'Views',
  scoreRules: 'Lead score',
  assignmentRules: 'Lead assignment',
  forms: 'Web forms',
  plans: 'Activity plans',
  workflows: 'Workflows',
};

/** `2 pipelines, 12 fields, 5 workflows`: what a template is chosen by. */
export function inside(counts: Counts): string {
  const words: [number, string, string][] = [
    [counts.pipelines, 'pipeline', 'pipelines'],
    [counts.fields, 'field', 'fields'],
    [counts.workflows + counts.plans, 'automation', 'automations'],
    [counts.forms, 'web form', 'web forms'],
  ];
  return (
    words
      .filter(([count]) => count > 0)
      .map(([count, one, many]) => `${count} ${count === 1 ? one : many}`)
      .join(' · ') || 'Nothing yet'
  );
}

type Tone = 'neutral' | 'accent' | 'info' | 'success' | 'warning' | 'danger';
interface Word {
  text: string;
  tone: Tone;
}

export const PLAN_STATES: Readonly<Record<PlanState, Word>> = {
  create: { text: 'New', tone: 'success' },
  present: { text: 'Already exists', tone: 'neutral' },
  differs: { text: 'Different, kept', tone: 'info' },
  conflict: { text: 'Skipped', tone: 'warning' },
};
export const STAMP_STATES: Readonly<Record<StampState, Word>> = {
  made: { text: 'Created', tone: 'success' },
  present: { text: 'Already existed', tone: 'neutral' },
  failed: { text: 'Skipped', tone: 'warning' },
  removed: { text: 'Removed', tone: 'neutral' },
  kept: { text: 'Kept', tone: 'info' },
};
export const INSTALL_STATES: Readonly<Record<InstallState, Word>> = {
  queued: { text: 'Waiting', tone: 'info' },
  running: { text: 'In progress', tone: 'info' },
  done: { text: 'Installed', tone: 'success' },
  failed: { text: 'Failed', tone: 'danger' },
  undoing: { text: 'Undoing', tone: 'info' },
  undone: { text: 'Undone', tone: 'neutral' },
};
export const ONBOARDING_STATES: Readonly<Record<OnboardingState, Word>> = {
  stuck: { text: 'Stuck', tone: 'warning' },
  open: { text: 'On track', tone: 'info' },
  done: { text: 'Completed', tone: 'success' },
  none: { text: 'Not started', tone: 'neutral' },
};

export const isBusy = (state: InstallState): boolean =>
  state === 'queued' || state === 'running' || state === 'undoing';
