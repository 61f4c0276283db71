/** A source as its job reads it. */
export interface SyncedSource {
  id: string;
  number: number;
  kind: string;
  url: string;
  maxPages: number;
  feed: string;
}
