/** Paths that are named before their schemas are loaded. */
export const ASSISTANTS = { conversations: '/api/assistants/conversations', models: '/api/models' } as const;
