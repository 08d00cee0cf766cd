// `pg` asks `navigator` whether it runs at Cloudflare. Node 20 has none, and `pg` makes a Response instead,
// for which Node loads its `fetch`: 40 ms of processor time of each thread and each command. Later releases
// of Node have it.
if (!('navigator' in globalThis))
  Object.defineProperty(globalThis, 'navigator', {
    value: { userAgent: `Node.js/${process.versions.node.split('.')[0]}` },
    configurable: true,
    writable: true,
  });

export {};
