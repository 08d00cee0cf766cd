import { useState } from 'preact/hooks';
import { Icon } from './ui.js';

/** Takes a file that is dropped on a part of the page. A browser would leave the page for it. */
export function useFileDrop(enabled: boolean, onFile: (file: File) => void) {
  const [isOver, setOver] = useState(false);
  const hasFile = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;
  const handlers = {
    onDragOver: (event: DragEvent) => {
      if (!hasFile(event)) return;
      event.preventDefault();
      if (enabled) setOver(true);
    },
    onDragLeave: (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    },
    onDrop: (event: DragEvent) => {
      if (!hasFile(event)) return;
      event.preventDefault();
      setOver(false);
      const file = event.dataTransfer?.files[0];
      if (enabled && file) onFile(file);
    },
  };
  return { isOver: isOver && enabled, handlers };
}

export const DropTarget = () => (
  <div class="drop-target" aria-hidden="true">
    <div>
      <Icon name="upload" />
      <strong>Drop to import</strong>
      <span>CSV, Excel, LibreOffice or GeoJSON</span>
    </div>
  </div>
);
