/** The path of the clients' calls, which events and live updates name. */
export const CLIENTS = '/api/clients';
export const SYNC = '/api/client-sync';
