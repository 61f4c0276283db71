/** The kinds of acts that can wait for approval. Each domain declares its own beside the code that performs the act. */
import type * as z from 'zod';
import type { FilterField } from '../../../kernel/filter.ts';
import type { ApprovalKind as Shown, ApprovalTab, ContentField, ContentShape } from '../contract.ts';

export interface ExecuteContext {
  approvalId: string;
  /** Aborts when this process stops. */
  signal: AbortSignal;
}

/**
 * The effect of running it, which decides what happens if the server dies meanwhile.
 * - `inside`: only this database. It runs in the transaction that records it, so exactly once.
 * - `repeatable`: a system that recognizes repetitions by the approval's id. It is sent again with the same id.
 * - `once`: a system that does not. A person is asked whether it happened.
 */
export type Effect = 'inside' | 'repeatable' | 'once';

export interface ApprovalKind<Content = Record<string, unknown>, Result = unknown> {
  /** Dotted and never changed: `mail.send`. */
  name: string;
  tab: ApprovalTab;
  /** Label for people: `Send an email`. */
  label: string;
  content: z.ZodType<Content>;
  /** How the content is shown and edited, in order. */
  fields: readonly ContentField[];
  /** How the content is laid out; absent: field by field. */
  shape?: ContentShape;
  /** Reasons for which it is usually rejected, the most usual first. */
  reasons?: readonly string[];
  /** Content fields that rules can filter by; `field` is a key of the content. */
  filterFields?: readonly FilterField[];
  effect: Effect;
  /** Seconds between the decision and the act, in which the decision can be taken back; default 0. */
  hold?: number;
  /** Looks whether changed content could be done; throws AppError `validation` with the fields of the content. */
  check?: (content: Content) => Promise<void>;
  /**
   * Secrets in the content, for the recipient and not for the people who decide. They are hidden when read, and
   * restored when someone edits the content without seeing them. `restore` throws AppError `validation`. They may be
   * stored encrypted: `execute` decrypts them.
   */
  secrets?: {
    hide: (content: Content) => Content;
    restore: (
      given: Record<string, unknown>,
      kept: Content,
    ) => Record<string, unknown> | Promise<Record<string, unknown>>;
  };
  /** Only those who look after the workspace see its requests and decide on them. */
  reserved?: true;
  /** Whether the caller may decide on this one, besides. @throws AppError `forbidden` */
  mayDecide?: (content: Content) => Promise<void>;
  /** Performs the act in the workspace and in the name of who approved. The result must be JSON. */
  execute: (content: Content, context: ExecuteContext) => Promise<Result>;
  /** Takes the act back, inside a transaction. Absent: it cannot be. */
  undo?: (content: Content, result: Result) => Promise<void>;
  /** A person said no, in the transaction of the decision. */
  rejected?: (content: Content, reason: string) => Promise<void>;
  /** That no was taken back. */
  reopened?: (content: Content) => Promise<void>;
  /** For how many seconds it can be; default a day. */
  undoFor?: number;
}

const kinds = new Map<string, ApprovalKind>();

/** Declares a kind. Call it once, where the module is loaded. */
export function defineApprovalKind<Content extends Record<string, unknown>, Result>(
  kind: ApprovalKind<Content, Result>,
): ApprovalKind<Content, Result> {
  if (kinds.has(kind.name)) throw new Error(`There are two kinds of approvals called ${kind.name}`);
  kinds.set(kind.name, kind as unknown as ApprovalKind);
  return kind;
}

/** Undefined for a kind that this version of the product no longer knows. */
export function findKind(name: string): ApprovalKind | undefined {
  return kinds.get(name);
}

/** The content as people read it. */
export function shownContent(kind: string, content: Record<string, unknown>): Record<string, unknown> {
  return findKind(kind)?.secrets?.hide(content) ?? content;
}

/** Names of the kinds that not everyone in a workspace may see. */
export function reservedKinds(): string[] {
  return [...kinds.values()].filter((kind) => kind.reserved).map((kind) => kind.name);
}

export function shownKinds(): Shown[] {
  return [...kinds.values()]
    .map((kind) => ({
      name: kind.name,
      tab: kind.tab,
      label: kind.label,
      fields: [...kind.fields],
      ...(kind.shape && { shape: kind.shape }),
      reasons: [...(kind.reasons ?? [])],
      filterFields: [...(kind.filterFields ?? [])],
      canUndo: kind.undo !== undefined,
      hold: kind.hold ?? 0,
    }))
    .sort((one, other) => one.label.localeCompare(other.label));
}
