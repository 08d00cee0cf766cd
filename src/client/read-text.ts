/**
 * Reads a text, or its beginning.
 * @param mostBytes bytes that are read; the rest is neither waited for nor kept
 */
export async function readText(
  body: ReadableStream<Uint8Array>,
  mostBytes = Infinity,
): Promise<{ text: string; isCut: boolean }> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let bytes = 0; bytes < mostBytes; ) {
    const { done, value } = await reader.read();
    if (done) return { text, isCut: false };
    bytes += value.length;
    text += decoder.decode(value, { stream: true });
  }
  await reader.cancel().catch(() => {});
  return { text, isCut: true };
}
