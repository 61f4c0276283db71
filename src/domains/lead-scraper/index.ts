/** The lead scraper's polite fetching of public addresses, for other domains' servers. */
export { describeOutgoing, fetchFollowing, textOfBody, userAgent } from './server/fetch.ts';
