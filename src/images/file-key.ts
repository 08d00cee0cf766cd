/** Folder of pictures in the blob store. */
export const IMAGE_FOLDER = 'images';

/**
 * Key of a picture's file, with the lease in it: a process that lost its lease still writes, but to a file of
 * its own.
 */
export const imageKey = (jobId: string, lease: number, format: string): string =>
  `${IMAGE_FOLDER}/${jobId}.${lease}.${format}`;

export const jobIdOfPicture = (key: string): string => key.slice(IMAGE_FOLDER.length + 1).split('.', 1)[0]!;
