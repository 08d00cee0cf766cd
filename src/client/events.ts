/** Characters of the longest event. */
const MOST_CHARACTERS = 1_048_576;

/**
 * Data of server-sent events, as they come; ends with the stream.
 * @param onChunk is told that something came, if only to keep the connection open
 * @throws Error for another type, and for an event without end
 */
export async function* eventsIn<T>({ body, headers, url }: Response, onChunk = () => {}): AsyncGenerator<T> {
  if (!body) return;
  const reader = body.getReader();
  const decoder = new TextDecoder();
  try {
    if (!/^text\/event-stream\b/.test(headers.get('content-type') ?? ''))
      throw new Error(`${url} answered no events`);
    for (let text = '', last = ''; ; ) {
      const { done, value } = await reader.read();
      if (done) return;
      onChunk();
      const chunk = decoder.decode(value, { stream: true });
      // Search of the chunk alone: what an event has so far is long, and not searched with each.
      const isWhole = (last + chunk).includes('\n\n');
      last = chunk.at(-1) ?? last;
      text += chunk;
      const events = isWhole ? text.split('\n\n') : [text];
      text = events.pop()!;
      for (const event of events) {
        const data = /^data: (.*)$/m.exec(event)?.[1];
        if (data !== undefined) yield JSON.parse(data);
      }
      if (text.length > MOST_CHARACTERS) throw new Error(`${url} answered an event without end`);
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

export const jobHasEnded = ({ status }: { status: string }): boolean =>
  status === 'completed' || status === 'failed' || status === 'cancelled';
