/** The parts of the knowledge base that other domains' servers use. */
export { defineKnowledgeSource } from './server/feeds.ts';
