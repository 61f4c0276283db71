/** Assistants: language models, what they may do, and the panel that answers questions. */
export * from './contract/ask.ts';
export * from './contract/models.ts';
export * from './contract/runs.ts';
