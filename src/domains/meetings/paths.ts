export const MEETINGS = '/api/meetings';
