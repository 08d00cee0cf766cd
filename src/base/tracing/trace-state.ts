const MAX_MEMBERS = 32;
/** Least that W3C Trace Context asks to pass on; more would burden every service behind us. */
const MAX_CHARACTERS = 512;
/** Longer members are dropped first. */
const LONG_MEMBER = 128;

const KEY = /^(?:[a-z][a-z\d_\-*/]{0,255}|[a-z\d][a-z\d_\-*/]{0,240}@[a-z][a-z\d_\-*/]{0,13})$/;
const VALUE = /^[\x20-\x2b\x2d-\x3c\x3e-\x7e]{0,255}[\x21-\x2b\x2d-\x3c\x3e-\x7e]$/;

/**
 * The part of a `tracestate` to pass on: opaque members of tracing systems.
 * @param header its lines joined by commas
 * @returns at most 512 characters; '' when any member is malformed
 */
export function readTraceState(header: string): string {
  const members = header
    .split(',')
    .map((member) => member.trim())
    .filter((member) => member !== '');
  const keys = members.map((member) => member.slice(0, Math.max(0, member.indexOf('='))));
  const areGood = members.every(
    (member, i) => KEY.test(keys[i]!) && VALUE.test(member.slice(keys[i]!.length + 1)),
  );
  if (!areGood || members.length > MAX_MEMBERS || new Set(keys).size < keys.length) return '';
  while (members.join().length > MAX_CHARACTERS) {
    const long = members.findLastIndex(({ length }) => length > LONG_MEMBER);
    members.splice(long, 1);
  }
  return members.join();
}
