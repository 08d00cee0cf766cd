const RIGHT_TO_LEFT =
  /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/**
 * Tells whether the first letter is of a script that runs from right to left, which makes the whole line do
 * so.
 */
export const isRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(text);
