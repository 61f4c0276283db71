/** Who may make the calls, and the tables behind the ids in their addresses. Read by `src/attacks` only. */
import { MANAGERS, MEMBERS, rows } from '../../attacks/permissions/rows.ts';

export const permissions = {
  ...rows(
    MEMBERS,
    `
    GET,POST /api/knowledge/sources
    GET,PATCH,DELETE /api/knowledge/sources/{id}
    POST /api/knowledge/sources/{id}/sync
    POST /api/knowledge/sources/{id}/files
    POST /api/knowledge/sources/{id}/notes
    GET /api/knowledge/documents
    GET,PATCH,DELETE /api/knowledge/documents/{id}
    POST /api/knowledge/documents/{id}/retry
    GET /api/knowledge/documents/{id}/passages
    GET /api/knowledge/documents/{id}/file
    GET /api/knowledge/repeated-passages
    GET /api/knowledge/answers
    GET,PUT,DELETE /api/knowledge/answers/{id}
    POST /api/knowledge/answers/{id}/feedback
    GET /api/knowledge/status
    GET /api/knowledge/settings
  `,
  ),
  ...rows(MEMBERS, 'knowledge:read', 'GET /api/knowledge/search'),
  ...rows(
    MANAGERS,
    `
    GET /api/knowledge/gaps
    POST /api/knowledge/gaps/{id}/close
    POST /api/knowledge/verified-answers
    PATCH /api/knowledge/settings
    GET,POST /api/knowledge/test-sets
    GET,PATCH,DELETE /api/knowledge/test-sets/{id}
    POST /api/knowledge/test-sets/{id}/questions
    POST /api/knowledge/test-sets/{id}/runs
    POST /api/knowledge/test-sets/{id}/imports
    POST /api/knowledge/test-sets/{id}/proposals
    PATCH,DELETE /api/knowledge/test-questions/{id}
    POST /api/knowledge/test-questions/{id}/accept
    GET /api/knowledge/test-runs/{id}
    POST /api/knowledge/test-runs/{id}/cancel
  `,
  ),
};

/** By the address up to and including the parameter. */
export const tables = {
  '/api/knowledge/sources/{id}': 'knowledge_sources',
  '/api/knowledge/documents/{id}': 'knowledge_documents',
  '/api/knowledge/answers/{id}': 'knowledge_answers',
  '/api/knowledge/gaps/{id}': 'knowledge_answers',
  '/api/knowledge/test-sets/{id}': 'knowledge_test_sets',
  '/api/knowledge/test-questions/{id}': 'knowledge_test_questions',
  '/api/knowledge/test-runs/{id}': 'knowledge_test_runs',
};
