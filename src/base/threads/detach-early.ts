/**
 * Ends V8's assumption that no buffer of this thread is ever handed over. All compiled code with typed arrays
 * rests on it, and is thrown away when the first one is: in the middle of the first import, which ran at 0.65
 * of the speed of the second.
 * https://chromium.googlesource.com/v8/v8/+/refs/heads/main/src/execution/protectors.h
 * (ArrayBufferDetachingIntact)
 */
export function detachEarly(): void {
  const buffer = new ArrayBuffer(1);
  structuredClone(buffer, { transfer: [buffer] });
}
