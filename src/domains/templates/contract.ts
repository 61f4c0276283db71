/** Templates of whole workspaces, their stamping, and the onboarding that follows: the domain's table of contents. */
export * from './contract/content.ts';
export * from './contract/installs.ts';
export * from './contract/onboarding.ts';
export * from './contract/templates.ts';
