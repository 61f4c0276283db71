/**
 * Keeps Excalidraw's scene and the board's document the same. What is drawn goes into the document twenty times a
 * second; what others drew goes onto the canvas with the next frame. What someone is drawing or typing at this moment is
 * not replaced under their hands.
 */
import { CaptureUpdateAction, restoreElements } from '@excalidraw/excalidraw';
import type { ExcalidrawElement, OrderedExcalidrawElement } from '@excalidraw/excalidraw/element/types';
import type { AppState, ExcalidrawImperativeAPI } from '@excalidraw/excalidraw/types';
import type * as Y from 'yjs';
import { type RecordRef, recordOf, withName, withoutName } from '../../engine/record-cards.ts';
import { isElement, MAX_UPDATE } from '../../engine/check-update.ts';
import { BACKGROUND, type BoardElement, elementsIn, settingsIn } from '../../engine/board-document.ts';

/** Milliseconds in which changes of the canvas are collected. */
const GATHER = 50;
/** Estimated bytes of one change of the document. */
const MAX_CHANGE = 150_000;
const DRAWING = Symbol('drawing');

type Scene = readonly OrderedExcalidrawElement[];

const versionOf = ({ version, versionNonce }: ExcalidrawElement): string => `${version}:${versionNonce}`;

/** Rough size in the document. */
const weigh = (element: ExcalidrawElement): number =>
  600 +
  ('points' in element ? element.points.length * 20 : 0) +
  ('text' in element ? (element.text.length + element.originalText.length) * 2 : 0);

/** A refused change would take all later ones with it, so such an element stays out of the document. */
const isStorable = (element: ExcalidrawElement): boolean => isElement(element) && weigh(element) < MAX_UPDATE / 2;

/** The order of drawing: by fractional index, then by id. */
function byOrder(one: ExcalidrawElement, other: ExcalidrawElement): number {
  const [a, b] = [one.index ?? '', other.index ?? ''];
  if (a === b) return one.id < other.id ? -1 : 1;
  return a < b ? -1 : 1;
}

/** Elements of a document as the canvas takes them, in order. What is no element is left out. */
export function sceneOf(document: Y.Doc): OrderedExcalidrawElement[] {
  const values = [...elementsIn(document).values()] as unknown as ExcalidrawElement[];
  const ordered = values.filter((value) => typeof value?.id === 'string').sort(byOrder);
  return restoreElements(ordered, null, { repairBindings: true });
}

export class SceneBinding {
  readonly #document: Y.Doc;
  readonly #api: ExcalidrawImperativeAPI;
  readonly #mayEdit: () => boolean;
  readonly #unstorable: () => void;
  /** State that the document and the canvas share, by element. */
  readonly #agreed = new Map<string, string>();
  /** Elements that were begun here: Excalidraw drops those that stay too small to see. */
  readonly #begun = new Set<string>();
  readonly #outdated = new Set<string>();
  /** Names of records, by id. */
  #names: ReadonlyMap<string, string> = new Map();
  readonly #tellRecords: (records: RecordRef[]) => void;
  #toldRecords = '';
  #background: string | undefined;
  #timer: number | undefined;
  #frame: number | undefined;
  readonly #stop: () => void;

  /**
   * @param initial the scene that the canvas was opened with
   * @param given.records hears which records have cards, whenever others have
   * @param given.unstorable called for an element that the server would refuse
   */
  constructor(
    document: Y.Doc,
    api: ExcalidrawImperativeAPI,
    initial: Scene,
    given: { mayEdit: () => boolean; unstorable: () => void; records: (records: RecordRef[]) => void },
  ) {
    this.#document = document;
    this.#api = api;
    this.#mayEdit = given.mayEdit;
    this.#unstorable = given.unstorable;
    this.#tellRecords = given.records;
    for (const element of initial) this.#agreed.set(element.id, versionOf(element));
    this.#background = settingsIn(document).get(BACKGROUND);
    const elements = elementsIn(document);
    const settings = settingsIn(document);
    const onElements = (event: Y.YMapEvent<BoardElement>, { origin }: Y.Transaction) => {
      if (origin === DRAWING) return;
      for (const id of event.keysChanged) this.#outdated.add(id);
      this.#show();
    };
    const onSettings = (_: unknown, { origin }: Y.Transaction) => {
      if (origin !== DRAWING) this.#show();
    };
    elements.observe(onElements);
    settings.observe(onSettings);
    this.#stop = () => {
      elements.unobserve(onElements);
      settings.unobserve(onSettings);
    };
    // The document may have changed between the first scene and this moment.
    for (const id of elements.keys()) if (!this.#agreed.has(id)) this.#outdated.add(id);
    this.#show();
  }

  /** Takes what is drawn but not yet in the document along. */
  dispose(): void {
    if (this.#timer !== undefined) this.#write();
    window.clearTimeout(this.#timer);
    if (this.#frame !== undefined) window.cancelAnimationFrame(this.#frame);
    this.#stop();
  }

  /** The canvas changed. */
  changed(appState: AppState): void {
    if (appState.newElement) this.#begun.add(appState.newElement.id);
    this.#timer ??= window.setTimeout(() => this.#write(), GATHER);
  }

  #write(): void {
    this.#timer = undefined;
    const scene = this.#api.getSceneElementsIncludingDeleted();
    this.#findRecords(scene);
    if (!this.#mayEdit()) return;
    const changed = scene.filter((element) => this.#agreed.get(element.id) !== versionOf(element));
    for (const some of inParts(changed)) this.#document.transact(() => some.forEach((one) => this.#put(one)), DRAWING);
    if (scene.length < this.#agreed.size) this.#takeBack(scene);
    this.#writeBackground();
  }

  #put(element: OrderedExcalidrawElement): void {
    this.#agreed.set(element.id, versionOf(element));
    const elements = elementsIn(this.#document);
    // The canvas changes its objects in place.
    if (!element.isDeleted && !isStorable(element)) this.#unstorable();
    else if (!element.isDeleted) elements.set(element.id, { ...withoutName(element) } as unknown as BoardElement);
    else if (elements.has(element.id)) elements.delete(element.id);
  }

  /** Elements that are no longer in the canvas: one that was too small is dropped, all others come back. */
  #takeBack(scene: Scene): void {
    const there = new Set(scene.map(({ id }) => id));
    const elements = elementsIn(this.#document);
    this.#document.transact(() => {
      for (const id of this.#agreed.keys()) {
        if (there.has(id)) continue;
        this.#agreed.delete(id);
        if (!elements.has(id)) continue;
        if (this.#begun.has(id)) elements.delete(id);
        else this.#outdated.add(id);
      }
    }, DRAWING);
    if (this.#outdated.size > 0) this.#show();
  }

  #writeBackground(): void {
    const { viewBackgroundColor } = this.#api.getAppState();
    const settings = settingsIn(this.#document);
    if (viewBackgroundColor === (this.#background ?? '#ffffff')) return;
    this.#background = viewBackgroundColor;
    this.#document.transact(() => settings.set(BACKGROUND, viewBackgroundColor), DRAWING);
  }

  /** Names of records are known, or changed. */
  setNames(names: ReadonlyMap<string, string>): void {
    this.#names = names;
    const scene = new Map(this.#api.getSceneElementsIncludingDeleted().map((one) => [one.id, one]));
    let hasChanged = false;
    for (const element of scene.values()) {
      const named = element.isDeleted ? element : this.#named(element, scene);
      if (named === element || ('text' in named && 'text' in element && named.originalText === element.originalText))
        continue;
      scene.set(element.id, named);
      hasChanged = true;
    }
    if (hasChanged) this.#api.updateScene({ elements: [...scene.values()], captureUpdate: CaptureUpdateAction.NEVER });
  }

  #named<T extends OrderedExcalidrawElement | undefined>(
    element: T,
    scene: ReadonlyMap<string, OrderedExcalidrawElement>,
  ): T {
    const record = element && recordOf(element as never);
    if (!element || !record) return element;
    const box = 'containerId' in element && element.containerId ? scene.get(element.containerId) : undefined;
    return withName(element, this.#names.get(record.id), box) as T;
  }

  /** Looks which records have cards. */
  #findRecords(scene: Scene): void {
    const records = scene.flatMap((element) =>
      element.type === 'text' && !element.isDeleted ? (recordOf(element as never) ?? []) : [],
    );
    const key = records.map(({ id }) => id).join();
    if (key === this.#toldRecords) return;
    this.#toldRecords = key;
    this.#tellRecords(records);
  }

  #show(): void {
    this.#frame ??= window.requestAnimationFrame(() => this.#read());
  }

  #read(): void {
    this.#frame = undefined;
    const appState = this.#api.getAppState();
    const busy = inHand(appState);
    const elements = elementsIn(this.#document);
    const scene = new Map(this.#api.getSceneElementsIncludingDeleted().map((one) => [one.id, one]));
    let hasChanged = false;
    for (const id of this.#outdated) {
      // The next change of what is in hand goes into the document, and there the later one wins.
      if (busy.has(id)) continue;
      const shown = scene.get(id);
      const next = this.#named(shownAs(elements.get(id), shown), scene);
      if (!next || (shown && versionOf(next) === versionOf(shown) && next.isDeleted === shown.isDeleted)) continue;
      scene.set(id, next);
      this.#agreed.set(id, versionOf(next));
      hasChanged = true;
    }
    this.#outdated.clear();
    const background = settingsIn(this.#document).get(BACKGROUND);
    const isNewBackground = background !== undefined && background !== this.#background;
    this.#background = background;
    if (hasChanged || isNewBackground)
      this.#api.updateScene({
        ...(hasChanged && { elements: [...scene.values()].sort(byOrder) }),
        ...(isNewBackground && { appState: { viewBackgroundColor: background } }),
        captureUpdate: CaptureUpdateAction.NEVER,
      });
  }
}

/** The canvas's form of a value in the document; undefined if there is nothing to show. */
function shownAs(
  value: BoardElement | undefined,
  shown: OrderedExcalidrawElement | undefined,
): OrderedExcalidrawElement | undefined {
  if (value) return restoreElements([value as unknown as ExcalidrawElement], null)[0];
  if (!shown || shown.isDeleted) return undefined;
  return { ...shown, isDeleted: true, version: shown.version + 1 };
}

/** Elements that someone draws, types into, resizes, or drags at this moment. */
function inHand(appState: AppState): Set<string> {
  const { newElement, editingTextElement, resizingElement, multiElement, selectedElementsAreBeingDragged } = appState;
  const held = [newElement, editingTextElement, resizingElement, multiElement].flatMap((one) => (one ? [one.id] : []));
  return new Set([...held, ...(selectedElementsAreBeingDragged ? Object.keys(appState.selectedElementIds) : [])]);
}

/** Parts that are small enough for one change each. */
export function* inParts<T extends ExcalidrawElement>(elements: readonly T[]): Generator<T[]> {
  let part: T[] = [];
  let size = 0;
  for (const element of elements) {
    const weight = weigh(element);
    if (part.length > 0 && size + weight > MAX_CHANGE) {
      yield part;
      part = [];
      size = 0;
    }
    part.push(element);
    size += weight;
  }
  if (part.length > 0) yield part;
}
