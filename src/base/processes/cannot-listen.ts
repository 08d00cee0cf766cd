export const cannotListen = (host: string, port: number): Error =>
  new Error(
    `cannot listen on ${host}:${port}: the port is taken, or the address does not belong to this machine`,
  );
