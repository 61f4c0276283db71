import { counted, percent } from '../../../web/ui/format.ts';
import type { AudienceCondition, PersonStage } from '../contract/audiences.ts';
import type { BreakdownDimension, Totals } from '../contract/reports.ts';
import type { ConsentMode, GoalKind, PixelGoal } from '../contract/sites.ts';

export const CONSENT_LABELS: Readonly<Record<ConsentMode, string>> = {
  cookieless: 'Cookieless',
  after_consent: 'Cookieless, identifier after consent',
  required: 'Nothing before consent',
};

export const CONSENT_HINTS: Readonly<Record<ConsentMode, string>> = {
  cookieless: 'Nothing is stored on the visitor’s device. Visitors can’t be recognized on another day.',
  after_consent: 'Visits count from the start. Visitors who agree can be recognized on later days.',
  required: 'Only visitors who agree are counted.',
};

export const GOAL_KIND_LABELS: Readonly<Record<GoalKind, string>> = {
  page: 'Page viewed',
  event: 'Event sent',
  form: 'Form submitted',
  outbound: 'Outbound link clicked',
};

export const GOAL_HINTS: Readonly<Record<GoalKind, string>> = {
  page: 'Path of the page, such as /thanks. Use * for any part: /blog/*',
  event: 'Name of the event, such as Signup.',
  form: 'Name or ID of the form, such as contact.',
  outbound: 'Host of the link, such as calendly.com.',
};

export const DIMENSION_LABELS: Readonly<Record<BreakdownDimension, string>> = {
  channel: 'Channels',
  source: 'Sources',
  campaign: 'Campaigns',
  page: 'Pages',
  entry: 'Entry pages',
  exit: 'Exit pages',
  device: 'Devices',
  browser: 'Browsers',
  os: 'Systems',
  event: 'Events',
  form: 'Forms',
  outbound: 'Outbound links',
  goal: 'Goals',
};

/** A value of a dimension as people read it. */
export const valueText = (dimension: BreakdownDimension, value: string): string =>
  value !== '' ? value : dimension === 'source' ? 'Direct' : 'None';

/** Seconds as "2m 05s". */
export function durationText(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return `${whole}s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes}m ${String(whole % 60).padStart(2, '0')}s`;
  return `${Math.floor(minutes / 60)}h ${String(minutes % 60).padStart(2, '0')}m`;
}

/** A share as "37.8%"; a dash where there is nothing to divide by. */
export const shareText = (part: number, whole: number): string => percent(whole > 0 ? part / whole : null);

/** The change against the period before in words: "+12%", "no change", "new". */
export function changeText(now: number, before: number): string {
  if (before === now) return 'no change';
  if (before === 0) return 'new';
  const change = Math.round(((now - before) / before) * 100);
  return `${change > 0 ? '+' : '−'}${Math.abs(change).toLocaleString()}%`;
}

export const bounceRate = ({ bounces, visits }: Pick<Totals, 'bounces' | 'visits'>): string =>
  shareText(bounces, visits);

/** Hours in words. */
export const WINDOW_LABELS: Readonly<Record<number, string>> = {
  1: '1 hour',
  24: '1 day',
  168: '7 days',
  720: '30 days',
  2160: '90 days',
};

export const CONDITION_LABELS: Readonly<Record<AudienceCondition['kind'], string>> = {
  did: 'Did something',
  visited: 'Visited the website',
  came_from: 'Came from',
  goal: 'Reached a goal',
  stage: 'In the CRM',
};

export const STAGE_LABELS: Readonly<Record<PersonStage, string>> = {
  lead: 'Is an open lead',
  open_deal: 'Has an open opportunity',
  customer: 'Is a customer',
  no_deal: 'Has no opportunity',
};

const DID: Readonly<Record<GoalKind, string>> = {
  page: 'viewed',
  event: 'sent the event',
  form: 'submitted the form',
  outbound: 'clicked a link to',
};

/** A condition as part of a sentence: "viewed /pricing at least 3 times in the last 30 days". */
export function conditionText(condition: AudienceCondition, goals: readonly PixelGoal[] = []): string {
  const within = (days: number) => `in the last ${counted(days, 'day')}`;
  const often = (times: number) => (times === 1 ? '' : ` at least ${times.toLocaleString()} times`);
  switch (condition.kind) {
    case 'did':
      return `${DID[condition.what]} ${condition.matches}${often(condition.times)} ${within(condition.days)}`;
    case 'visited':
      return `visited${often(condition.times)} ${within(condition.days)}`;
    case 'came_from':
      return `came from the ${condition.by} ${condition.matches} ${within(condition.days)}`;
    case 'goal':
      return `reached “${goals.find(({ id }) => id === condition.goalId)?.name ?? 'a deleted goal'}” ${within(condition.days)}`;
    case 'stage':
      return STAGE_LABELS[condition.stage].replace(/^./, (letter) => letter.toLowerCase());
  }
}
