/** Who may make the calls, and the tables behind the ids in their addresses. Read by `src/attacks` only. */
import { MEMBERS, rows } from '../../attacks/permissions/rows.ts';

export const permissions = {
  ...rows(
    MEMBERS,
    `
    GET,POST /api/mail/accounts
    PATCH,DELETE /api/mail/accounts/{id}
    POST /api/mail/accounts/{id}/sync
    POST /api/mail/accounts/discover
    GET,POST /api/mail/sign-ins
    POST /api/mail/sign-ins/finish
    GET /api/mail/threads
    POST /api/mail/threads/act
    GET,PATCH /api/mail/threads/{id}
    GET /api/mail/messages/{id}/letter
    POST /api/mail/messages/{id}/lead
    POST /api/mail/messages/{id}/invitation
    GET /api/mail/attachments/{id}
    POST /api/mail/attachments/{id}/save
    GET /api/mail/contact
    GET /api/mail/labels
    GET,POST /api/mail/drafts
    GET,PATCH,DELETE /api/mail/drafts/{id}
    POST /api/mail/drafts/{id}/attachments
    DELETE /api/mail/drafts/{id}/attachments/{attachmentId}
    POST /api/mail/drafts/{id}/send
    POST /api/mail/drafts/{id}/unsend
    POST /api/mail/drafts/{id}/resolve
    GET,POST /api/mail/rules
    POST /api/mail/rules/trial
    PATCH,DELETE /api/mail/rules/{id}
    GET /api/mail/assistant
    POST /api/mail/threads/{id}/summary
    POST /api/mail/threads/{id}/draft-reply
    GET /api/mail/threads/{id}/rules
    GET /api/mail/lists
    POST /api/mail/unsubscribe
    GET,POST /api/mail/templates
    PATCH,DELETE /api/mail/templates/{id}
  `,
  ),
};

/** By the address up to and including the parameter. */
export const tables = {
  '/api/mail/accounts/{id}': 'mail_accounts',
  '/api/mail/threads/{id}': 'mail_threads',
  '/api/mail/messages/{id}': 'mail_messages',
  '/api/mail/attachments/{id}': 'mail_attachments',
  '/api/mail/drafts/{id}': 'mail_drafts',
  '/api/mail/drafts/{id}/attachments/{attachmentId}': 'mail_attachments',
  '/api/mail/rules/{id}': 'mail_rules',
  '/api/mail/templates/{id}': 'mail_templates',
};
