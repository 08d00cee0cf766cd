import { createRequire } from 'node:module';
import type * as Uws from 'uws-node20';

export type { HttpRequest as UwsRequest, HttpResponse as UwsResponse, us_listen_socket } from 'uws-node20';
/** The types of the older package, which hold for both; they lack this constant. */
export type UwsModule = typeof Uws & { readonly LIBUS_LISTEN_EXCLUSIVE_PORT: number };

/** Bytes of request line and headers together. URL-encoded import options outgrow the default of 4,096. */
export const MAX_HEADERS_BYTES = 16_384;

/**
 * uWebSockets.js is not on npm. `@uwsjs/core` repacks its unchanged binaries, of which no one release covers
 * all Nodes that are supported, so two are installed: `uws` (20.69: Node 22, 24, 26; glibc 2.38 and later)
 * and `uws-node20` (20.51.4: Node 18 to 23). Where the newer one does not load, as on an older glibc, Node 22
 * takes the older one.
 *
 * To run on the official build instead, install it under the alias `uws` and drop the other:
 * `npm install uws@github:uNetworking/uWebSockets.js#v20.69.0` (Node 20: `uws-node20@github:…#v20.51.0`). It
 * has the same CommonJS entry, so nothing here changes.
 */
export function loadUws(
  load: (name: string) => unknown = createRequire(import.meta.url),
  nodeVersion: string = process.versions.node,
): UwsModule {
  // The addon reads it once, when it is loaded; a value set by the operator wins.
  process.env.UWS_HTTP_MAX_HEADERS_SIZE ??= String(MAX_HEADERS_BYTES);
  const major = Number.parseInt(nodeVersion, 10);
  if (major < 22) return load('uws-node20') as UwsModule;
  try {
    return load('uws') as UwsModule;
  } catch (error) {
    if (major >= 24) throw error;
    return load('uws-node20') as UwsModule;
  }
}
