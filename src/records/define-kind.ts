/** A domain's definition of a record kind. Plain data without schemas, so that any page may import it. */
export interface KindDefinition {
  /** In the middle of a sentence: `contact`, `contacts`. */
  one: string;
  many: string;
  /** As a heading and as the tag of its calls: `Contacts`. */
  title: string;
  /** Address of its calls. */
  path: `/api/${string}`;
  /** Address of its page. */
  page: string;
  /** Scope of API keys, before `:read` and `:write`. */
  scope: string;
  /** Table of its records. */
  table: string;
  /** Single records can be private: only their readers see them. */
  private?: true;
  /** Two records can be merged. */
  merge?: true;
}

/** Checks a kind's definition and keeps its literal types. */
export const defineKind = <const Definition extends KindDefinition>(definition: Definition): Definition => definition;
