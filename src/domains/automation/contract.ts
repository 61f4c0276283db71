/** Automation: workflows that run by themselves, and webhooks that tell other systems. */
export * from './contract/definition.ts';
export * from './contract/workflows.ts';
export * from './contract/webhooks.ts';
