/** Permissions of the calls, and the tables behind the ids in their addresses. Read by `src/attacks` only. */
import { MANAGERS, MEMBERS, rows } from '../../attacks/permissions/rows.ts';

export const permissions = {
  ...rows(
    MEMBERS,
    `
    GET,POST /api/deal-rooms
    GET,PATCH /api/deal-rooms/{id}
    PUT /api/deal-rooms/{id}/link
    PUT /api/deal-rooms/{id}/stakeholders
    POST /api/deal-rooms/{id}/actions
    PUT,DELETE /api/deal-rooms/{id}/draft
    PATCH,DELETE /api/deal-actions/{id}
    POST /api/deal-proposals/{id}/send
    POST /api/deal-proposals/{id}/revise
    POST /api/deal-proposals/{id}/withdraw
    GET /api/deal-proposals/{id}/pdf
    PATCH /api/deal-installments/{id}
    POST /api/deal-installments/{id}/payment-link
    POST /api/deal-installments/{id}/receive
    GET /api/deal-commissions
    GET /api/deal-commissions/export
  `,
  ),
  ...rows(
    MANAGERS,
    `
    PUT /api/deal-rooms/settings
    PUT /api/deal-rooms/{id}/splits
    POST /api/deal-installments/{id}/refund
    POST /api/deal-commissions/approve
    POST /api/deal-commissions/pay
  `,
  ),
};

/** By the address up to and including the parameter. */
export const tables = {
  '/api/deal-rooms/{id}': 'deal_rooms',
  '/api/deal-actions/{id}': 'deal_actions',
  '/api/deal-proposals/{id}': 'deal_proposals',
  '/api/deal-installments/{id}': 'deal_installments',
};
