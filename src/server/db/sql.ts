/** SQL in the place of a value; made by the tag `sql`, so that its text is always written in the code. */
export class Sql {
  readonly texts: readonly string[];
  readonly values: readonly unknown[];

  constructor(texts: readonly string[], values: readonly unknown[]) {
    this.texts = texts;
    this.values = values;
  }
}

/**
 * SQL that a helper of `rows.ts` puts in the place of a value: `sql`now() + ${days}::interval``. What is interpolated
 * becomes a parameter.
 */
export function sql(texts: TemplateStringsArray, ...values: unknown[]): Sql {
  return new Sql(texts, values);
}

/** The instant at which the transaction began. */
export const NOW = sql`now()`;
/** For a version that counts changes. */
export const NEXT_VERSION = sql`version + 1`;
