/** What other domains' servers use of knowledge. */
export { defineKnowledgeSource } from './server/feeds.ts';
