/** Where Excalidraw's fonts are: at our own address. Imported before Excalidraw. */
Object.assign(window, { EXCALIDRAW_ASSET_PATH: '/assets/whiteboard/' });
