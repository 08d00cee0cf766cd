import { isIPv6 } from 'node:net';
import type { HttpServer } from './server.js';

export interface AddressSettings {
  readonly host: string;
  readonly port: number;
  /** With /v1; null: made of host and port. */
  readonly publicUrl: string | null;
}

/** Where the service listens, and where clients find it. */
export class Address {
  readonly #settings: AddressSettings;
  /** null: the process does not listen, or not yet. */
  server: HttpServer | null = null;

  constructor(settings: AddressSettings) {
    this.#settings = settings;
  }

  /** http://host:port; null: nowhere. */
  get origin(): string | null {
    return this.server && this.#originAt(this.server.port);
  }

  /** base_url, with /v1. */
  get publicUrl(): string {
    const { publicUrl, port } = this.#settings;
    return publicUrl ?? `${this.#originAt(this.server?.port ?? port)}/v1`;
  }

  #originAt(port: number): string {
    const { host } = this.#settings;
    return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
  }
}
