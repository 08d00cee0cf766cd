import type { BlobStore, ListedBlob, OpenBlob } from './blob-store.js';

/** Remembers which blobs this installation has put, across crashes. */
export interface Register {
  note(key: string): Promise<void>;
  forget(keys: readonly string[]): Promise<void>;
}

/** A store that registers blobs before it puts them and until it has removed them. */
export class RegisteredBlobStore implements BlobStore {
  constructor(
    readonly store: BlobStore,
    readonly register: Register,
  ) {}

  get identity(): string {
    return this.store.identity;
  }

  get stepBytes(): number {
    return this.store.stepBytes;
  }

  async put(key: string, content: string | AsyncIterable<Uint8Array>): Promise<{ bytes: number }> {
    await this.register.note(key);
    return this.store.put(key, content);
  }

  open(key: string): Promise<OpenBlob | null> {
    return this.store.open(key);
  }

  async remove(keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return;
    await this.store.remove(keys);
    await this.register.forget(keys);
  }

  list(folder: string): AsyncIterable<ListedBlob> {
    return this.store.list(folder);
  }

  removeAbandoned(olderThanMs: number): Promise<number> {
    return this.store.removeAbandoned(olderThanMs);
  }
}
