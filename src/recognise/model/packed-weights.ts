/** Weights as load/recognise/train.ts has packed them: one for each bucket and label, bucket by bucket. */
export interface PackedWeights {
  /**
   * Labels that they were learned for, in their order. A label that was added since has none, and one that
   * was removed is never asked for.
   */
  readonly labels: readonly string[];
  /** Base64 of the Brotli stream of signed bytes. */
  readonly bytes: string;
  /** A step of a byte, in logits. */
  readonly step: number;
  /** Logits are divided by it, so that they say how sure the model may be. */
  readonly temperature: number;
}
