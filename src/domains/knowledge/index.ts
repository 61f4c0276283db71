/** What other domains' servers use of knowledge. */
export { defineKnowledgeSource, type FeedDocument, type KnowledgeFeed } from './server/feeds.ts';
export { searchKnowledge } from './server/search.ts';
