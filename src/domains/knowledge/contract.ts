/** Knowledge: sources and documents, search, answers, and how fresh it all is. */
export * from './contract/answers.ts';
export * from './contract/documents.ts';
export * from './contract/settings.ts';
export * from './contract/sources.ts';
export * from './contract/tests.ts';
