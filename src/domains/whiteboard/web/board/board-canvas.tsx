import './asset-path.ts';
import { CaptureUpdateAction, Excalidraw, MainMenu } from '@excalidraw/excalidraw';
import '@excalidraw/excalidraw/index.css';
import type { ExcalidrawImperativeAPI } from '@excalidraw/excalidraw/types';
import Download from 'lucide-react/icons/download';
import Play from 'lucide-react/icons/play';
import Workflow from 'lucide-react/icons/workflow';
import Contact from 'lucide-react/icons/contact';
import FolderOpen from 'lucide-react/icons/folder-open';
import { type DragEvent, lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { toast } from '../../../../web/shell/toast.ts';
import { BACKGROUND, settingsIn } from '../../engine/board-document.ts';
import type { RecordRef } from '../../engine/record-cards.ts';
import { addFromFile, addBeside, downloadBoard } from './board-files.ts';
import type { BoardSync } from './board-sync.ts';
import './board-canvas.css';
import { CommentPins } from './comment-pins.tsx';
import { framesInOrder } from './frames.ts';
import { ImageTransfer } from './image-transfer.ts';
import { pointerTeller, showCollaborators } from './presence.ts';
import { useRecordNames } from './use-record-names.ts';
import { SceneBinding, sceneOf } from './scene-binding.ts';
import { useIsDark } from './use-is-dark.ts';
import { useSyncStatus } from './use-board-sync.ts';

const DiagramDialog = lazy(() => import('./diagram-dialog.tsx'));
const CommentsPanel = lazy(() => import('./comments-panel.tsx'));
const RecordDialog = lazy(() => import('./record-dialog.tsx'));
const Presentation = lazy(() => import('./presentation.tsx'));

/** The canvas of a board whose document was read. */
export default function BoardCanvas({
  sync,
  board,
  title,
  commenting,
  onCommenting,
}: {
  sync: BoardSync;
  board: string;
  title: string;
  commenting: boolean;
  onCommenting: (open: boolean) => void;
}) {
  const { role } = useSyncStatus(sync);
  const dark = useIsDark();
  const [initial] = useState(() => sceneOf(sync.document));
  const [api, setApi] = useState<ExcalidrawImperativeAPI>();
  const parts = useRef<{ binding: SceneBinding; images: ImageTransfer }>(undefined);
  const viewOnly = role === 'view';
  const [records, setRecords] = useState<readonly RecordRef[]>([]);
  const names = useRecordNames(records);
  const namesNow = useRef(names);
  namesNow.current = names;
  const roleNow = useRef(role);
  roleNow.current = role;

  useEffect(() => {
    if (!api) return;
    const mayEdit = () => roleNow.current !== 'view';
    const failed = (message: string) => toast({ type: 'error', title: 'Image not saved', description: message });
    const unstorable = () =>
      toast({
        type: 'error',
        title: 'Not saved',
        description: 'Embedded pages and very long strokes cannot be kept on a board. Delete the shape.',
      });
    const binding = new SceneBinding(sync.document, api, initial, { mayEdit, unstorable, records: setRecords });
    const images = new ImageTransfer(board, api, mayEdit, failed);
    binding.setNames(namesNow.current);
    parts.current = { binding, images };
    // Zooms out where the drawing is larger than the window.
    if (initial.length > 0) api.scrollToContent(initial, { fitToContent: true });
    images.check();
    return () => {
      parts.current = undefined;
      binding.dispose();
      images.dispose();
    };
  }, [api, sync, board, initial]);

  useEffect(() => parts.current?.binding.setNames(names), [names]);
  useEffect(() => (api ? showCollaborators(sync, api) : undefined), [sync, api]);
  const onPointerUpdate = useMemo(() => (api ? pointerTeller(sync, api) : undefined), [sync, api]);
  const [presenting, setPresenting] = useState(false);
  const [inserting, setInserting] = useState<'diagram' | 'record'>();
  const endPresentation = useCallback(() => setPresenting(false), []);
  const present = () => {
    if (api && framesInOrder(api.getSceneElements()).length > 0) return setPresenting(true);
    return toast({
      type: 'info',
      title: 'No frames to present',
      description: 'Press F and draw a frame around each part that you want to show.',
    });
  };
  const picker = useRef<HTMLInputElement>(null);

  const add = async (file: File) => {
    if (!api) return;
    try {
      const count = await addFromFile(api, file);
      toast({ type: 'success', title: `File added: ${count} ${count === 1 ? 'element' : 'elements'}` });
    } catch (error) {
      toast({ type: 'error', title: 'File not added', description: (error as Error).message });
    }
  };
  // Excalidraw would replace the board with a file that is dropped onto it.
  const drop = (event: DragEvent) => {
    const file = [...event.dataTransfer.files].find(({ name }) => name.endsWith('.excalidraw'));
    if (!file) return;
    event.preventDefault();
    event.stopPropagation();
    if (!viewOnly) void add(file);
  };

  return (
    <div className="whiteboard-canvas relative min-h-0 flex-1" data-testid="canvas" onDropCapture={drop}>
      <Excalidraw
        excalidrawAPI={setApi}
        initialData={{
          elements: initial,
          appState: { viewBackgroundColor: settingsIn(sync.document).get(BACKGROUND) ?? '#ffffff' },
          scrollToContent: true,
        }}
        isCollaborating
        viewModeEnabled={viewOnly || presenting}
        zenModeEnabled={presenting}
        theme={dark ? 'dark' : 'light'}
        name={title}
        aiEnabled={false}
        validateEmbeddable={false}
        UIOptions={UI}
        onChange={(_elements, appState) => {
          parts.current?.binding.changed(appState);
          parts.current?.images.check();
        }}
        onPointerUpdate={onPointerUpdate}
        onLinkOpen={openRecord}
      >
        <MainMenu>
          <MainMenu.DefaultItems.SaveAsImage />
          <MainMenu.Item icon={<Download size={16} aria-hidden />} onSelect={() => api && downloadBoard(api, title)}>
            Download as .excalidraw
          </MainMenu.Item>
          {!viewOnly && (
            <MainMenu.Item icon={<FolderOpen size={16} aria-hidden />} onSelect={() => picker.current?.click()}>
              Add from a file…
            </MainMenu.Item>
          )}
          {!viewOnly && (
            <MainMenu.Item icon={<Contact size={16} aria-hidden />} onSelect={() => setInserting('record')}>
              Insert record card…
            </MainMenu.Item>
          )}
          {!viewOnly && (
            <MainMenu.Item icon={<Workflow size={16} aria-hidden />} onSelect={() => setInserting('diagram')}>
              Insert diagram…
            </MainMenu.Item>
          )}
          <MainMenu.Item icon={<Play size={16} aria-hidden />} onSelect={present}>
            Present frames
          </MainMenu.Item>
          <MainMenu.DefaultItems.SearchMenu />
          <MainMenu.DefaultItems.Help />
          {!viewOnly && (
            <>
              <MainMenu.DefaultItems.ClearCanvas />
              <MainMenu.Separator />
              <MainMenu.DefaultItems.ChangeCanvasBackground />
            </>
          )}
        </MainMenu>
      </Excalidraw>
      {api && !presenting && <CommentPins api={api} board={board} onOpen={() => onCommenting(true)} />}
      <Suspense>
        {commenting && !presenting && api && (
          <CommentsPanel
            board={board}
            placeNow={() => middleOf(api)}
            onShow={(place) => lookAt(api, place)}
            onClose={() => onCommenting(false)}
          />
        )}
        {presenting && api && <Presentation api={api} onEnd={endPresentation} />}
        {inserting === 'diagram' && api && (
          <DiagramDialog onInsert={(elements) => addBeside(api, elements)} onClose={() => setInserting(undefined)} />
        )}
        {inserting === 'record' && api && (
          <RecordDialog onInsert={(elements) => addBeside(api, elements)} onClose={() => setInserting(undefined)} />
        )}
      </Suspense>
      <input
        ref={picker}
        type="file"
        hidden
        aria-label="File to add"
        accept=".excalidraw,.json,application/json"
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file) void add(file);
        }}
      />
    </div>
  );
}

/** The place of the board in the middle of the window. */
function middleOf(api: ExcalidrawImperativeAPI): { x: number; y: number } {
  const { width, height, zoom, scrollX, scrollY } = api.getAppState();
  return { x: width / 2 / zoom.value - scrollX, y: height / 2 / zoom.value - scrollY };
}

function lookAt(api: ExcalidrawImperativeAPI, { x, y }: { x: number; y: number }): void {
  const { width, height, zoom } = api.getAppState();
  api.updateScene({
    appState: { scrollX: width / 2 / zoom.value - x, scrollY: height / 2 / zoom.value - y },
    captureUpdate: CaptureUpdateAction.NEVER,
  });
}

/** A card opens its record in a tab of its own, so that the board stays where it is. */
function openRecord(element: { link: string | null }, event: Event): void {
  if (!element.link?.startsWith('/')) return;
  event.preventDefault();
  window.open(element.link, '_blank', 'noopener');
}

/** Opening, saving, and themes are the product's own. */
const UI = { canvasActions: { loadScene: false, saveToActiveFile: false, export: false, toggleTheme: false } } as const;
