/** Searches a directory of businesses by words and place, with the account that someone connected. */
export interface PlaceSearch {
  /** Type of business and place: `dentists in Denver`. */
  text: string;
  /** `next` of the previous page. */
  page?: string | undefined;
}

export interface Place {
  id: string;
  name: string;
  /** On one line. */
  address: string;
  /** Blank if the directory has none. */
  website: string;
  isClosed: boolean;
}

export interface PlacesAnswer {
  places: Place[];
  /** Undefined on the last page. */
  next: string | undefined;
}

export interface PlacesClient {
  /** The directory's name, which its terms require next to results. */
  source: string;
  /** @throws ProviderError */
  search(request: PlaceSearch): Promise<PlacesAnswer>;
}

declare module '../define.ts' {
  interface PortClient {
    places: PlacesClient;
  }
}
