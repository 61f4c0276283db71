/** What other domains' servers and the entry points use of connections. */
export { connectionsOf, openConnection, useProvider, type Connection, type Used } from './server/use.ts';
export { noteUse, type Use } from './server/usage.ts';
