/**
 * Data of server-sent events, as they come; ends with the stream.
 * @param onChunk is told that something came, if only to keep the connection open
 */
export async function* eventsIn<T>(body: ReadableStream<Uint8Array>, onChunk = () => {}): AsyncGenerator<T> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  try {
    for (let text = ''; ; ) {
      const { done, value } = await reader.read();
      if (done) return;
      onChunk();
      const events = (text + decoder.decode(value, { stream: true })).split('\n\n');
      text = events.pop()!;
      for (const event of events) {
        const data = /^data: (.*)$/m.exec(event)?.[1];
        if (data !== undefined) yield JSON.parse(data);
      }
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

export const jobHasEnded = ({ status }: { status: string }): boolean =>
  status === 'completed' || status === 'failed' || status === 'cancelled';
