export const isEmail = (text: string): boolean =>
  text.length < 200 && /^(?:mailto:)?[^\s@]{1,64}@[^\s@]{1,120}\.[a-z]{2,}/i.test(text);
export const isUrl = (text: string): boolean =>
  /^(?:https?:\/\/|ftp:\/\/|www\.)\S{3}/i.test(text) ||
  /^[a-z\d-]{2,40}(?:\.[a-z\d-]{2,40}){0,3}\.(?:com|org|net|edu|gov|de|fr|es|it|nl|be|ch|at|pt|br|uk|us|io|eu|info)(?:\/\S*)?$/i.test(
    text,
  );
/** An address of a picture, or the name of a picture file. */
export const isImage = (text: string): boolean =>
  /\.(?:jpe?g|png|gif|webp|svg|tiff?|bmp|avif|heic)(?:$|[?#&])/i.test(text) ||
  /^(?:https?:)?\/\/[^\s]{0,200}(?:\/(?:images?|photos?|img|media|uploads?|thumb)[/?.]|imgur|cloudinary|unsplash|googleusercontent)/i.test(
    text,
  );
/** A number of 7 digits or more that is written as one dials it. */
export function isPhone(text: string): boolean {
  if (text.length < 7 || text.length > 30 || !/^[+(\d][\d\s().+/-]*(?:\s?(?:x|ext\.?)\s?\d+)?$/i.test(text))
    return false;
  const digits = text.replace(/\D/g, '').length;
  return digits >= 7 && digits <= 16 && (/[\s()+/-]/.test(text.trim()) || digits >= 9);
}
const YOUTUBE_URL =
  /^https?:\/\/(?:[a-z]{1,6}\.)?(?:youtube\.com|youtu\.be|youtube-nocookie\.com|vimeo\.com|player\.vimeo\.com)\//i;
/** A video of a video site, as its address or its bare 11 character id. */
export const isVideo = (text: string): boolean =>
  YOUTUBE_URL.test(text) || (text.length === 11 && /^(?=.*[a-zA-Z])(?=.*[\d_-])[\w-]{11}$/.test(text));
