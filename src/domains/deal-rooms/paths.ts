/** The paths of deal rooms that are named before their schemas are loaded: live updates. */
export const DEAL_ROOMS = { rooms: '/api/deal-rooms', commissions: '/api/deal-commissions' } as const;
