/** Images of a board: those put onto the canvas here go to the file store, those of others come from there. */
import { getDataURL } from '@excalidraw/excalidraw';
import type { FileId } from '@excalidraw/excalidraw/element/types';
import type { BinaryFileData, ExcalidrawImperativeAPI } from '@excalidraw/excalidraw/types';
import { fillPath } from '../../../../kernel/path.ts';
import { ApiError } from '../../../../web/api/error.ts';
import { send } from '../../../../web/api/send.ts';
import { upload } from '../../../../web/api/upload.ts';
import { whiteboards } from '../../contract.ts';

/** Milliseconds after which a transfer is tried again; the other person may still be sending it. */
const AGAIN = 2_000;

type MimeType = BinaryFileData['mimeType'];

export class ImageTransfer {
  readonly #board: string;
  readonly #api: ExcalidrawImperativeAPI;
  readonly #mayEdit: () => boolean;
  readonly #failed: (message: string) => void;
  /** Images that the server has, that are on their way, or that it refused. */
  readonly #settled = new Set<string>();
  #timer: number | undefined;
  #stopped = false;

  constructor(board: string, api: ExcalidrawImperativeAPI, mayEdit: () => boolean, failed: (message: string) => void) {
    this.#board = board;
    this.#api = api;
    this.#mayEdit = mayEdit;
    this.#failed = failed;
  }

  dispose(): void {
    this.#stopped = true;
    window.clearTimeout(this.#timer);
  }

  /** Looks for images that only one side has. Cheap to call at every change. */
  check(): void {
    const files = this.#api.getFiles();
    for (const element of this.#api.getSceneElements()) {
      if (element.type !== 'image' || !element.fileId || this.#settled.has(element.fileId)) continue;
      const file = files[element.fileId];
      if (file && !this.#mayEdit()) continue;
      this.#settled.add(element.fileId);
      void (file ? this.#send(file) : this.#fetch(element.fileId));
    }
  }

  async #send(file: BinaryFileData): Promise<void> {
    try {
      await upload(whiteboards.addImage, {
        params: { id: this.#board, imageId: file.id },
        file: new File([bytesOf(file.dataURL)], file.id, { type: file.mimeType }),
      });
    } catch (error) {
      if (error instanceof ApiError && error.status < 500 && error.status !== 429) this.#failed(error.message);
      else this.#later(file.id);
    }
  }

  async #fetch(id: FileId): Promise<void> {
    try {
      const path = fillPath(whiteboards.image.path, { id: this.#board, imageId: id });
      const blob = await (await send.raw('GET', path)).blob();
      const file = { id, dataURL: await getDataURL(blob), mimeType: blob.type as MimeType, created: Date.now() };
      if (!this.#stopped) this.#api.addFiles([file]);
    } catch {
      this.#later(id);
    }
  }

  #later(id: string): void {
    if (this.#stopped) return;
    this.#settled.delete(id);
    this.#timer ??= window.setTimeout(() => {
      this.#timer = undefined;
      this.check();
    }, AGAIN);
  }
}

/** The bytes of an image that is written as an address; the page's policy does not let it be fetched. */
function bytesOf(address: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(address.slice(address.indexOf(',') + 1)), (letter) => letter.charCodeAt(0));
}
