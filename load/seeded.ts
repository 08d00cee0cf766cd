/** 0 to 1, the same numbers each time. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    // Constants of ANSI C's rand.
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
