/** The addresses of the templates' pages. */
import type { RawSearch } from '../../../web/router/page.ts';
import type { OnboardingState } from '../contract/onboarding.ts';

const text = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
const oneOf = <T extends string>(value: unknown, known: readonly T[], standard: T): T =>
  known.find((one) => one === value) ?? standard;

export const GALLERY_TABS = ['all', 'own', 'shipped', 'archived'] as const;
export interface GallerySearch {
  search: string;
  tab: (typeof GALLERY_TABS)[number];
  template: string;
}
export const parseGallery = (raw: RawSearch): GallerySearch => ({
  search: text(raw['search']).slice(0, 100),
  tab: oneOf(raw['tab'], GALLERY_TABS, 'all'),
  template: text(raw['template']).slice(0, 60),
});

export const WIZARD_STEPS = ['client', 'parts', 'progress', 'checklist'] as const;
export type WizardStep = (typeof WIZARD_STEPS)[number];
/** `parts`: what was chosen, as `pipelines,fields`; blank: all but the examples. */
export interface WizardSearch {
  client: string;
  step: WizardStep;
  install: string;
  parts: string;
  checklist: 'off' | '';
}
export const parseWizard = (raw: RawSearch): WizardSearch => ({
  client: text(raw['client']).slice(0, 40),
  step: oneOf(raw['step'], WIZARD_STEPS, 'client'),
  install: text(raw['install']).slice(0, 40),
  parts: text(raw['parts']).slice(0, 200),
  checklist: oneOf(raw['checklist'], ['off', ''], ''),
});

export const ONBOARDING_TABS = ['running', 'stuck', 'done', 'none'] as const;
export interface OnboardingSearch {
  search: string;
  tab: (typeof ONBOARDING_TABS)[number];
  mine: boolean;
  client: string;
}
export const parseOnboarding = (raw: RawSearch): OnboardingSearch => ({
  search: text(raw['search']).slice(0, 100),
  tab: oneOf(raw['tab'], ONBOARDING_TABS, 'running'),
  mine: raw['mine'] === true || raw['mine'] === '1' || raw['mine'] === 1,
  client: text(raw['client']).slice(0, 40),
});
export const stateOfTab = (tab: OnboardingSearch['tab']): OnboardingState | undefined =>
  tab === 'running' ? undefined : tab;

export interface IndustrySearch {
  industry: string;
  search: string;
}
export const parseIndustry = (raw: RawSearch): IndustrySearch => ({
  industry: text(raw['industry']).slice(0, 60),
  search: text(raw['search']).slice(0, 100),
});

/** Leaves blanks and defaults out of the address. */
export function tidy(change: object, standard: Readonly<Record<string, unknown>> = {}): RawSearch {
  return Object.fromEntries(
    Object.entries(change).map(([key, value]) => [
      key,
      value === '' || value === false || value === standard[key] ? undefined : value,
    ]),
  );
}
