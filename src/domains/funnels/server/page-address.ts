/** Addresses of published pages, and what goes along from one step to the next. */
import type { FunnelDocument, Step } from '../contract/document.ts';
import { stepAfter } from '../engine/edit.ts';
import { type Half, markOf } from '../engine/split.ts';

export const CAMPAIGN = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const;

/** Parameters of the product's own. */
export const PASSED = {
  /** What the visitor sent on an earlier step. */
  visitor: 'c',
  /** The step whose button led here, and its half. */
  from: 'from',
  /** The half of a split test that a form stands on. */
  half: 'half',
  /** What is kept of a form with several pages until it is sent. */
  partial: 'partial',
  /** The form on the last step was sent. */
  sent: 'sent',
} as const;

const MAX_VALUE = 300;

/** What goes along: the campaign, the site that the visitor came from, and what they sent. */
export function passedOn(given: Readonly<Record<string, string>>): URLSearchParams {
  const kept = new URLSearchParams();
  for (const name of [...CAMPAIGN, 'referrer', PASSED.visitor])
    if (given[name]) kept.set(name, given[name].slice(0, MAX_VALUE));
  return kept;
}

export function stepAddress(
  slug: string,
  step: Step,
  steps: FunnelDocument['steps'],
  more: URLSearchParams,
): `/p/${string}` {
  const path = step.id === steps[0]!.id ? '' : `/${step.path}`;
  const search = more.size > 0 ? `?${more.toString()}` : '';
  return `/p/f/${slug}${path}${search}`;
}

/** Where a target leads from a step; `#` for a step that is gone. */
export function hrefOf(
  target: string,
  {
    slug,
    step,
    half,
    steps,
    passed,
  }: {
    slug: string;
    /** With the blocks of its half. */
    step: Step;
    half: Half;
    steps: FunnelDocument['steps'];
    passed: URLSearchParams;
  },
): string {
  if (target === 'form') {
    const form = step.blocks.find(({ type }) => type === 'form' || type === 'order');
    return form ? `#form-${form.id}` : '#';
  }
  if (target.startsWith('booking:')) return target.slice('booking:'.length) || '#';
  if (target !== 'next' && !target.startsWith('step:')) return target;
  const to = target === 'next' ? stepAfter(steps, step) : steps.find(({ id }) => id === target.slice(5));
  if (!to) return '#';
  const more = new URLSearchParams(passed);
  more.set(PASSED.from, markOf(step, half));
  return stepAddress(slug, to, steps, more);
}
