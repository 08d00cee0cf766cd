/** Mixes a whole number into a hash of 32 bits (the finaliser of MurmurHash3). */
export function mix(hash: number, value: number): number {
  let mixed = Math.imul(hash ^ value, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return mix(hash, text.length);
}
