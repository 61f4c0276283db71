/** The paths of whiteboards that are named before their schemas are loaded: live updates, the socket. */
export const WHITEBOARDS = '/api/whiteboards';
export const WHITEBOARD_RECORDS = '/api/whiteboard-records';
export const WHITEBOARD_SOCKET = '/ws/whiteboard';
