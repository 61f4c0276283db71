/** The paths of phone agents that are named before their schemas are loaded: live updates. */
export const PHONE = { agents: '/api/phone/agents', calls: '/api/phone/calls', testSocket: '/ws/phone/test' } as const;
