import type { HeaderDraft } from './header-draft.js';

const SMALL_PICTURES = /^(?:logo|avatar)$|^(?:thumb|icon)/;

/** Picture, video, colour, reach, expiry: fields without an address. True when the reading is final. */
export function readMedia(draft: HeaderDraft): boolean {
  const { reading, unknown } = draft;
  const { fields } = reading;
  if (draft.has('photo') && draft.has('width')) draft.claim('photo_width', 0.9);
  if (draft.has('photo') && draft.has('height')) draft.claim('photo_height', 0.9);
  if (draft.has('video') && draft.has('width')) draft.claim('video_width', 0.9);
  if (draft.has('video') && draft.has('height')) draft.claim('video_height', 0.9);
  if (draft.has('width', 'height')) return fields.size > 0 || draft.block();
  if (draft.has('expire')) {
    if (!draft.has('owner', 'phone', 'count')) draft.claim('expire', 0.9);
    return fields.size > 0 || draft.block();
  }
  if (draft.has('drivetime')) {
    draft.claim('drive_time', 0.85);
    return true;
  }
  if (draft.has('radius')) {
    if (unknown === 0 && !draft.has('entity')) draft.claim('radius', 0.85);
    return fields.size > 0 || draft.block();
  }
  if (
    draft.has('photo') &&
    !draft.has('date', 'contact', 'description', 'count', 'flag', 'name', 'kind', 'status')
  ) {
    draft.claim('photo_url', draft.hasWord(SMALL_PICTURES) ? 0.75 : 0.9);
    return true;
  }
  if (draft.has('video')) {
    draft.claim('videosite_id', 0.8);
    return true;
  }
  if (draft.has('color') && !draft.has('count', 'quantity', 'status', 'code')) {
    draft.claim('color', draft.has('entity') || unknown > 0 ? 0.6 : 0.9);
    return true;
  }
  if (draft.has('filename', 'url', 'index')) return draft.block();
  return false;
}
