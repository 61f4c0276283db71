/** What other domains' servers may use of the lead scraper: its polite way of fetching public addresses. */
export { describeOutgoing, fetchFollowing, textOfBody, userAgent } from './server/fetch.ts';
