/** Folder of pictures in the blob store. */
export const IMAGE_FOLDER = 'images';

/** A name for each claim: what a holder that lost its lease still writes is in nobody's way. */
export const imageKey = (jobId: string, lease: number, format: string): string =>
  `${IMAGE_FOLDER}/${jobId}.${lease}.${format}`;

export const jobIdOfKey = (key: string): string => key.slice(IMAGE_FOLDER.length + 1).split('.', 1)[0]!;
