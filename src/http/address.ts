import { isIPv6 } from 'node:net';
import type { HttpServer } from './server.js';

export interface AddressSettings {
  readonly host: string;
  readonly port: number;
  /** With /v1; null: derived from host and port. */
  readonly publicUrl: string | null;
}

/** Address on which the service listens, and the URL for its clients. */
export class ListenAddress {
  readonly #settings: AddressSettings;
  /** null while the process does not listen. */
  server: HttpServer | null = null;

  constructor(settings: AddressSettings) {
    this.#settings = settings;
  }

  /** http://host:port; null while the process does not listen. */
  get origin(): string | null {
    return this.server && this.#originAt(this.server.port);
  }

  /** Base URL, with /v1. */
  get publicUrl(): string {
    const { publicUrl, port } = this.#settings;
    return publicUrl ?? `${this.#originAt(this.server?.port ?? port)}/v1`;
  }

  #originAt(port: number): string {
    const { host } = this.#settings;
    return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
  }
}
